'use strict';

// Ratios as bars. Positions are in percent, so that a bar is drawn once, whatever the width of the page.

const OUTERMOST = 4; // times faster or slower, beyond which a bar ends in an arrow
const diamond = d3.symbol(d3.symbolDiamond, 52);

/** The scale that ratios share, in percent of the width: half and double are as far from 1. */
function ratioScale(ratios) {
  const known = [...ratios.filter((ratio) => ratio > 0), 0.5, 2];
  const lowest = Math.max(d3.min(known), 1 / OUTERMOST) / 1.06;
  const highest = Math.min(d3.max(known), OUTERMOST) * 1.06;
  const scale = d3.scaleLog([lowest, highest], [0, 100]).clamp(true);
  scale.marks = [0.25, 0.5, 0.7, 1, 1.4, 2, 4].filter((mark) => mark > lowest && mark < highest);
  return scale;
}

/** The scale of what has a limit: its share of it. */
function shareScale(shares) {
  const scale = d3.scaleLinear([0, Math.min(Math.max(1.2, d3.max(shares) * 1.06), 3)], [0, 100]).clamp(true);
  scale.marks = [0, 0.5, 1, 2].filter((mark) => mark < scale.domain()[1]);
  return scale;
}

function barGround(scale) {
  const svg = d3.create('svg').attr('class', 'ground').attr('aria-hidden', 'true');
  svg.selectAll('line').data(scale.marks).join('line')
    .attr('class', (mark) => (mark === 1 ? 'one' : 'grid'))
    .attr('x1', (mark) => `${scale(mark)}%`).attr('x2', (mark) => `${scale(mark)}%`)
    .attr('y1', '0').attr('y2', '100%');
  return svg.node();
}

/** A bar from 1, or from 0 where the scale begins there, with a tick, a dot for each pair, and a diamond for each earlier run. */
function bar(scale, { value, tick, pairs = [], earlier = [], doubtful = false }) {
  const svg = d3.create('svg').attr('class', 'bar-marks').attr('aria-hidden', 'true');
  const middle = svg.append('svg').attr('y', '50%').attr('overflow', 'visible');
  const at = (x) => middle.append('svg').attr('x', `${scale(x)}%`).attr('overflow', 'visible');
  if (hasNumber(value)) {
    const ends = [scale(scale.domain()[0] === 0 ? 0 : 1), scale(value)].sort(d3.ascending);
    const kind = value <= 1 ? 'faster' : 'slower';
    middle.append('rect').attr('class', `ratio-bar ${kind}`).attr('x', `${ends[0]}%`).attr('width', `${ends[1] - ends[0]}%`)
      .attr('y', -7).attr('height', 11).style('fill', doubtful ? `url(#hatch-${kind})` : null);
    if (value < scale.domain()[0]) at(value).append('path').attr('class', kind).attr('d', 'M-10,-1.5L1,-9V6Z');
    if (value > scale.domain()[1]) at(value).append('path').attr('class', kind).attr('d', 'M10,-1.5L-1,-9V6Z');
  }
  pairs.filter(hasNumber).forEach((pair) => at(pair).append('circle').attr('class', 'pair').attr('cy', 9).attr('r', 1.75));
  if (hasNumber(tick)) at(tick).append('line').attr('class', 'target-tick').attr('y1', -11).attr('y2', 8);
  earlier.filter(hasNumber).forEach((ratio) => at(ratio).append('path').attr('class', 'earlier').attr('transform', 'translate(0,-1.5)').attr('d', diamond()));
  return make('div', { class: 'track' }, barGround(scale), svg.node());
}

function barAxis(scale, words) {
  const svg = d3.create('svg').attr('aria-hidden', 'true');
  svg.selectAll('text').data(scale.marks).join('text')
    .attr('class', (mark) => (mark === 1 ? 'one' : null)).attr('x', (mark) => `${scale(mark)}%`).attr('y', 12).attr('text-anchor', 'middle').text(words);
  return make('div', { class: 'track' }, svg.node());
}
