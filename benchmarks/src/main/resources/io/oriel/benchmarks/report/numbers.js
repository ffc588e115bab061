'use strict';

// How numbers are written, and elements made.

const UNITS = {
  ns: [['s', 1e9], ['ms', 1e6], ['µs', 1e3], ['ns', 1]],
  ms: [['s', 1e3], ['ms', 1]],
  'MB/s': [['GB/s', 1e3], ['MB/s', 1]],
  bytes: [['GiB', 2 ** 30], ['MiB', 2 ** 20], ['KiB', 2 ** 10], ['B', 1]],
};

const hasNumber = (value) => typeof value === 'number' && Number.isFinite(value);
const digits = (value) => (Math.abs(value) >= 100 ? d3.format(',.0f') : d3.format('.3~r'))(value);
const baseOf = (unit) => (unit ?? '').split(/,? /, 1)[0];

/** The largest unit that leaves something before the point, by name and size. */
function stepOf(value, unit) {
  const steps = UNITS[baseOf(unit)] ?? [[baseOf(unit), 1]];
  return steps.find((step) => Math.abs(value) >= step[1]) ?? steps.at(-1);
}

/** A number with its unit; what the unit is of is left out. */
function quantity(value, unit) {
  if (!hasNumber(value)) return '–';
  const [name, size] = stepOf(value, unit);
  return `${digits(value / size)} ${name}`.trim();
}

/** An element; its children are elements or texts, never markup. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ''));
  return element;
}
