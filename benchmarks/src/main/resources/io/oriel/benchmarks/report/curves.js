'use strict';

// Curves over sizes, counts and percentiles.

const MOST_POINTS = 24; // of a curve whose every point is shown
const REACH = 24; // pixels from the pointer within which a point is told of

const symbolOf = (style, scale = 1) =>
  d3.symbol(d3.symbolsFill[style.index % d3.symbolsFill.length], scale * (style.own ? 60 : style.dash ? 22 : 44))();
const sizeName = (bytes) => quantity(bytes, 'bytes');
const ninesOf = (percentile) => 1 / (1 - percentile / 100);
const percentName = (percentile) => (percentile >= 100 ? 'max' : `${+percentile.toFixed(5)} %`);

/** The kinds of horizontal axes: sizes and counts by doubling, percentiles by the number of nines. */
const AXES = {
  size: { name: sizeName, room: 58, scale: doublings },
  count: { name: d3.format(','), room: 44, scale: doublings },
  nines: { name: percentName, room: 52, scale: nines },
};

/** The ticks that have room, the first ones first. */
const spaced = (ticks, at, room) => ticks.reduce(
  (kept, tick) => (kept.every((other) => Math.abs(at(other) - at(tick)) >= room) ? [...kept, tick] : kept), []);

function doublings(values, width, room) {
  const [low, high] = d3.extent(values);
  const at = d3.scaleLog(low === high ? [low / 2, low * 2] : [low, high], [0, width]);
  const all = d3.sort(new Set(values));
  const every = Math.ceil(all.length / Math.max(2, Math.floor(width / room)));
  return { at, ticks: spaced(all.filter((tick, index) => index % every === 0), at, room * 0.8) };
}

function nines(percentiles, width, room) {
  const rarest = d3.max(percentiles.filter((percentile) => percentile < 100), ninesOf) ?? 10;
  const hasMost = d3.max(percentiles) >= 100;
  const end = Math.max(hasMost ? rarest * 3 : rarest, 10);
  const scale = d3.scaleLog([ninesOf(Math.min(d3.min(percentiles), 90)), end], [0, width]);
  const at = (percentile) => scale(Math.min(ninesOf(percentile), end));
  // The rarer, the more worth a name.
  const named = [99.9999, 99.999, 99.99, 99.9, 99, 90, 50, 0]
    .filter((name) => at(name) > -1 && ninesOf(name) < rarest * 1.01);
  return { at, ticks: spaced(hasMost ? [100, ...named] : named, at, room) };
}

function vertical(values, height, { isLinear, unit }) {
  const [low, high] = d3.extent(values);
  if (isLinear) {
    const scale = d3.scaleLinear([0, high * 1.08], [height, 0]);
    const [, size] = stepOf(high, unit);
    return { at: scale, ticks: d3.ticks(0, (high * 1.08) / size, 4).map((tick) => tick * size) };
  }
  const scale = d3.scaleLog([low / 1.15, high * 1.15], [height, 0]);
  const decade = height / Math.log10((high * 1.15) / (low / 1.15));
  const steps = decade > 100 ? [1, 2, 5] : decade > 56 ? [1, 3] : [1];
  const ticks = scale.ticks().filter((tick) => steps.includes(+tick.toExponential().charAt(0)));
  return { at: scale, ticks: ticks.length > 1 ? ticks : d3.ticks(low / 1.15, high * 1.15, 4) };
}

/** Of a curve with many points those at the percentiles that have a name. */
const studs = (points) =>
  [50, 90, 99, 99.9, 99.99, 99.999].map((name) => points.find(([at]) => at >= name && at < 100)).filter(Boolean);

/** What the colours and symbols of this run, and the dashes of earlier ones, stand for. */
function legend(series) {
  const subjects = d3.groups(series, (each) => each.subject).map(([, same]) => ({ ...same[0], dash: null, label: same[0].subject }));
  const past = d3.groups(series.filter((each) => each.dash), (each) => each.dash)
    .map(([dash, same]) => ({ dash, label: same[0].of, color: 'var(--soft)' }));
  return make('div', { class: 'legend' }, ...[...subjects, ...past].map((each) => {
    const swatch = d3.create('svg').attr('width', 24).attr('height', 10).style('--c', each.color);
    swatch.append('path').attr('class', each.own ? 'swatch own' : 'swatch').attr('stroke-dasharray', each.dash).attr('d', 'M1,5H23');
    if (!each.dash) swatch.append('path').attr('class', 'stud').attr('transform', 'translate(12,5)').attr('d', symbolOf(each));
    return make('span', each.own ? { class: 'own' } : null, swatch.node(), each.label);
  }));
}

const charts = [];

/** One chart: its series are of {label, subject, of, color, dash, index, own, points}, a point is [x, y]. */
function curves(parent, chart) {
  const series = chart.series
    .map((each) => ({ ...each, points: each.points.filter(([, y]) => hasNumber(y) && (chart.isLinear || y > 0)) }))
    .filter((each) => each.points.length > 0);
  if (series.length === 0) return;
  const box = make('div', { class: 'chart' }, make('h3', null, chart.title), series.length > 1 ? legend(series) : null);
  parent.append(box);
  charts.push(() => {
    box.querySelector(':scope > svg')?.remove();
    box.append(drawn({ ...chart, series }, box));
  });
}

function drawn(chart, box) {
  const room = { left: 58, right: 14, top: 8, bottom: 28 };
  const height = chart.height ?? 250;
  const width = box.clientWidth - room.left - room.right;
  const points = chart.series.flatMap((each) => each.points);
  const axis = AXES[chart.axis];
  const x = axis.scale(points.map((point) => point[0]), width, axis.room);
  const y = vertical(chart.extent ?? points.map((point) => point[1]), height, chart);
  const svg = d3.create('svg').attr('width', box.clientWidth).attr('height', height + room.top + room.bottom)
    .attr('role', 'img').attr('aria-label', `${chart.title}: curves of ${chart.series.map((each) => each.label).join(', ')}`);
  const plane = svg.append('g').attr('transform', `translate(${room.left},${room.top})`);
  plane.selectAll('.gridline').data(y.ticks).join('line')
    .attr('class', 'gridline').attr('x2', width).attr('y1', y.at).attr('y2', y.at);
  plane.selectAll('.unit').data(y.ticks).join('text')
    .attr('x', -10).attr('y', y.at).attr('dy', '0.35em').attr('text-anchor', 'end').text((tick) => quantity(tick, chart.unit));
  plane.append('g').selectAll('text').data(x.ticks).join('text')
    .attr('x', x.at).attr('y', height + 20).attr('text-anchor', 'middle').text(axis.name);
  const line = d3.line((point) => x.at(point[0]), (point) => y.at(point[1]));
  [...chart.series].reverse().forEach((each) => {
    const group = plane.append('g').style('--c', each.color).attr('class', each.dash ? 'past' : null);
    group.append('path').attr('class', each.own ? 'curve own' : 'curve').attr('stroke-dasharray', each.dash).attr('d', line(each.points));
    const isSparse = each.points.length <= MOST_POINTS;
    const crowd = isSparse ? Math.min(1, width / each.points.length / 18) : 1;
    group.selectAll('.point').data(isSparse ? each.points : studs(each.points)).join('path')
      .attr('class', isSparse ? 'point' : 'stud').attr('d', symbolOf(each, crowd))
      .attr('transform', (point) => `translate(${x.at(point[0])},${y.at(point[1])})`);
  });
  svg.attr('data-chart', chart.name).attr('data-series', chart.series.length).attr('data-points', points.length);
  listen(svg, plane, chart, box, { x, height, left: room.left, axis });
  return svg.node();
}

/** Tells the numbers below the pointer. */
function listen(svg, plane, chart, box, { x, height, left, axis }) {
  const cursor = plane.append('line').attr('class', 'cursor').attr('y2', height).attr('visibility', 'hidden');
  const leave = () => {
    cursor.attr('visibility', 'hidden');
    box.querySelector('.tip')?.remove();
  };
  svg.on('pointerleave', leave).on('pointermove', (event) => {
    leave();
    const pointer = d3.pointer(event, plane.node())[0];
    const distance = (point) => Math.abs(x.at(point[0]) - pointer);
    const near = chart.series.map((each) => ({ each, point: d3.least(each.points, distance) }))
      .filter(({ point }) => distance(point) <= REACH);
    if (near.length === 0) return;
    const nearest = d3.least(near, ({ point }) => distance(point)).point[0];
    cursor.attr('visibility', null).attr('x1', x.at(nearest)).attr('x2', x.at(nearest));
    const rows = d3.sort(near, ({ point }) => -point[1])
      .map(({ each, point }) => make('tr', null, make('td', null, each.label), make('td', null, quantity(point[1], chart.unit))));
    const tip = make('div', { class: 'tip' }, make('b', null, axis.name(nearest)), make('table', null, ...rows));
    box.append(tip);
    const place = left + x.at(nearest) + 14;
    const fits = place + tip.offsetWidth <= box.clientWidth;
    tip.style.left = `${fits ? place : Math.max(0, place - 28 - tip.offsetWidth)}px`;
    tip.style.top = `${box.querySelector(':scope > svg').offsetTop + 12}px`;
  });
}

/** Draws all charts, now and whenever the page's width has changed. */
function drawCharts(page) {
  let width = 0;
  const draw = () => {
    if (page.clientWidth === width) return;
    width = page.clientWidth;
    charts.forEach((chart) => chart());
    document.documentElement.dataset.drawn = charts.length;
  };
  draw();
  new ResizeObserver(draw).observe(page);
}
