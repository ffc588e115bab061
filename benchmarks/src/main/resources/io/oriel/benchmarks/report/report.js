'use strict';

// The page: what stands where. Everything that comes from a document goes in as text.

const runs = JSON.parse(document.getElementById('documents').textContent);
const page = document.getElementById('report');
const list = (run, name) => run[name] ?? [];
const DASHES = [null, '6 4', '1.5 4', '9 3 1.5 3'];
const COLORS = 8;
const MOST_NAMED = 6; // rows with the same doubt

const dateOf = (run) => (run.date ? d3.utcFormat('%-d %b %Y, %H:%M')(new Date(run.date)) : '');
const dayOf = (run) => (run.date ? d3.utcFormat('%-d %b')(new Date(run.date)) : 'earlier');
const commitOf = (run) => (run.machine?.commit ?? '').slice(0, 10);
const runName = (run) => [dateOf(run), commitOf(run)].filter(Boolean).join(', ') || 'earlier run';
const subjectName = (subject) => (subject === 'oriel' ? 'Oriel' : subject);

const subjects = [...new Set(['oriel', ...runs.flatMap((run) => [
  ...list(run, 'rows').map((row) => row.referenceName),
  ...['sizes', 'percentiles', 'tails'].flatMap((name) => list(run, name).map((each) => each.subject)),
])])].filter(Boolean);

/** How a subject's curve of a run looks: a colour and a symbol for the subject, dashes for an earlier run. */
function styleOf(subject, run) {
  const index = subjects.indexOf(subject);
  return {
    index,
    color: `var(--c${index % COLORS})`,
    own: subject === 'oriel' && run === 0,
    dash: DASHES[run % DASHES.length],
    subject: subjectName(subject),
    of: runName(runs[run]),
    label: run === 0 ? subjectName(subject) : `${subjectName(subject)}, ${dayOf(runs[run])}`,
  };
}

const marksOf = (row) => [
  row.valid === false && 'invalid',
  row.steady === false && 'unsteady',
  row.settled === false && 'not settled',
].filter(Boolean);
const badges = (row) => marksOf(row).map((mark) => make('span', { class: 'mark' }, mark));
const ratioText = (ratio) => (hasNumber(ratio) ? (ratio < 0.0095 ? ratio.toPrecision(1) : ratio.toFixed(ratio < 0.095 ? 3 : 2)) : '–');
const hasLimit = (row) => hasNumber(row.limit);
const isRatio = (row) => hasNumber(row.ratio) || (row.missing && !hasLimit(row));
const keyOf = (row) => [row.id, row.work, row.referenceName].join('\n');
const workOf = (row) => [row.id, row.work].join('\n');
const besideOf = (row) => `${[row.id, row.work].filter(Boolean).join(': ')}${row.referenceName ? ` beside ${row.referenceName}` : ''}`;
const isJudged = (row) => hasNumber(row.oriel) && (hasNumber(row.target) || hasNumber(row.limit));
const verdictOf = (row) => (isJudged(row) && typeof row.met === 'boolean' ? (row.met ? 'met' : 'missed') : null);
const bound = (row) => (hasLimit(row) ? `≤ ${quantity(row.limit, row.unit)}` : hasNumber(row.target) ? `≤ ${row.target}` : '');

/** All rows, each once, with those of the earlier runs beside it. */
const rows = d3.groups(runs.flatMap((run, index) => list(run, 'rows').map((row) => ({ row, index }))), ({ row }) => keyOf(row))
  .map(([, same]) => ({
    ...same[0].row,
    isEarlier: same[0].index > 0,
    earlier: same.filter(({ index }) => index > 0).map(({ row }) => row),
  }));
const ownRows = rows.filter((row) => !row.isEarlier);

const command = (text) => make('code', null, ...text.split(' ').flatMap((word, index) => [index > 0 ? ' ' : null, make('span', null, word)]));

function section(title, lead) {
  const element = make('section', null, make('h2', null, title), lead ? make('p', { class: 'lead' }, lead) : null);
  page.append(element);
  return element;
}

function head() {
  const run = runs[0];
  const when = [dateOf(run) && `${dateOf(run)} UTC`, commitOf(run) && `commit ${commitOf(run)}`].filter(Boolean);
  const subtitle = make('p', { class: 'subtitle' }, run.command ? command(run.command) : null);
  subtitle.append(when.length > 0 && run.command ? ' · ' : '', when.join(' · '));
  page.append(make('header', null, make('h1', null, 'Performance of Oriel'), subtitle, facts(run)));
  doubts(run);
}

function facts(run) {
  const judged = ownRows.filter((row) => verdictOf(row));
  const compared = ownRows.filter((row) => hasNumber(row.ratio));
  const fact = (value, of, words) =>
    make('div', null, make('dd', null, value, of ? make('small', null, of) : null), make('dt', null, words));
  const share = (some, all, words) => all.length > 0 && fact(`${some.length}`, ` of ${all.length}`, words);
  return make('dl', { class: 'facts' }, ...[
    share(judged.filter((row) => row.met), judged, 'targets met'),
    share(compared.filter((row) => row.ratio < 1), compared, 'comparisons in which Oriel is ahead'),
    run.floorNanos && fact(`${digits(run.floorNanos.min)}–${digits(run.floorNanos.max)}`, ' ns', 'the floor: a bare flag there and back'),
    run.machine && fact(`${run.machine.processors}`, ' processors', run.machine.model ?? ''),
  ].filter(Boolean));
}

/** What must be known before a figure is believed. */
function doubts(run) {
  const marked = d3.groups(ownRows.flatMap((row) => marksOf(row).map((mark) => ({ row, mark }))), ({ mark }) => mark);
  const items = marked.map(([mark, same]) => make('li', null, make('span', { class: 'mark' }, mark), ' ',
    same.length > MOST_NAMED ? `${same.length} of ${ownRows.length} rows` : same.map(({ row }) => besideOf(row)).join('; ')));
  list(run, 'missing').forEach((each) =>
    items.push(make('li', null, `${each.name} is not on this machine: `, command(each.install ?? ''))));
  if (items.length === 0 && run.valid !== false) return;
  page.append(make('div', { class: 'doubts', role: 'note' },
    make('h3', null, run.valid === false ? 'This run is not valid' : 'To be read with care'), make('ul', null, ...items)));
}

function ratios() {
  const shown = rows.filter(isRatio);
  if (!shown.some((row) => hasNumber(row.ratio))) return;
  const all = shown.flatMap((row) => [row.ratio, row.target, ...row.earlier.map((each) => each.ratio)]);
  const hasTargets = shown.some((row) => hasNumber(row.target));
  const place = section('Beside its references', 'Oriel’s time divided by the reference’s, the median of pairs that ran in turns:'
    + ' left of 1 Oriel is faster. Half and double are as far from 1.');
  barRows(place, shown, {
    scale: ratioScale(all),
    words: ['beside', 'ratio', hasTargets ? 'target' : ''],
    mark: (mark) => `${mark}`,
    value: (row) => row.ratio,
    tick: (row) => row.target,
  });
  const key = (mark, words) => make('span', null, mark, words);
  const sign = (draw) => draw(d3.create('svg').attr('width', 12).attr('height', 22)
    .append('g').attr('transform', 'translate(6,11)')).node().ownerSVGElement;
  place.append(make('div', { class: 'key' },
    key(sign((g) => g.append('circle').attr('class', 'pair').attr('r', 1.75)), 'one pair'),
    hasTargets ? key(sign((g) => g.append('line').attr('class', 'target-tick').attr('y1', -9).attr('y2', 9)), 'target') : null,
    runs.length > 1 ? key(sign((g) => g.append('path').attr('class', 'earlier').attr('d', diamond())),
      runs.slice(1).map(runName).join('; ')) : null,
    shown.some((row) => marksOf(row).length > 0) ? key(sign((g) => g.append('rect').attr('width', 12).attr('height', 12)
      .attr('x', -6).attr('y', -6).style('fill', 'url(#hatch-slower)')), 'invalid, unsteady or not settled') : null));
}

function limits() {
  const shown = rows.filter((row) => hasLimit(row) && hasNumber(row.oriel));
  if (shown.length === 0) return;
  const share = (row) => (row.limit > 0 ? row.oriel / row.limit : row.oriel > 0 ? Infinity : 0);
  const place = section('Within its limits', 'What has a limit of its own instead of a reference, as a share of that limit.');
  barRows(place, shown, {
    scale: shareScale(shown.map(share).filter(Number.isFinite)),
    words: ['', '', 'limit'],
    mark: (mark) => `${100 * mark} %`,
    value: (row) => Math.min(share(row), Number.MAX_VALUE),
    tick: () => null,
  });
}

function barRows(place, shown, kind) {
  const box = make('div', { class: 'bars' }, make('div', { class: 'axis' }, make('span'),
    make('div', { class: 'bar soft' }, make('span', null, kind.words[0]), barAxis(kind.scale, kind.mark),
      make('span', { class: 'ratio' }, kind.words[1]), make('span', null, kind.words[2]))));
  d3.groups(shown, workOf).forEach(([, same]) => {
    const own = same.find((row) => hasNumber(row.oriel));
    const figure = own && `Oriel ${quantity(own.oriel, own.unit)}${own.unit.slice(baseOf(own.unit).length)}`;
    const title = make('header', null, make('h3', null, same[0].work),
      make('p', { class: 'soft' }, [same[0].id, figure].filter(Boolean).join(': ')));
    box.append(make('div', { class: 'work' }, title, make('div', null, ...same.map((row) => barRow(row, kind)))));
  });
  place.append(box);
}

function barRow(row, kind) {
  const name = make('div', { class: 'name' }, row.referenceName ?? '',
    hasNumber(row.reference) ? make('span', { class: 'soft' }, quantity(row.reference, row.unit)) : null, ...badges(row));
  if (row.missing) {
    return make('div', { class: 'bar' }, name, make('div', { class: 'lack' }, 'not on this machine: ', command(row.missing)));
  }
  const verdict = verdictOf(row);
  const value = row.isEarlier ? null : kind.value(row);
  const drawing = bar(kind.scale, {
    value,
    tick: kind.tick(row),
    pairs: row.isEarlier || hasLimit(row) ? [] : row.ratios,
    earlier: (row.isEarlier ? [row] : []).concat(row.earlier).map(kind.value),
    doubtful: marksOf(row).length > 0,
  });
  return make('div', { class: 'bar', 'data-ratio': value ?? '' }, name, drawing,
    make('div', { class: 'ratio' }, hasLimit(row) ? quantity(row.oriel, row.unit) : ratioText(value)),
    make('div', { class: 'target' }, verdict ? make('b', { class: verdict }, verdict) : null, verdict ? ` ${bound(row)}` : bound(row)));
}

const grouped = (name, key) => d3.groups(
  runs.flatMap((run, index) => list(run, name).map((each) => ({ ...each, run: index }))), key);

/** The numbers of charts as a table: a line for each place on the axis, a column for each curve. */
function numbers(place, made, lineName) {
  const box = make('details', null, make('summary', null, 'Numbers'));
  made.forEach((chart) => {
    const at = [...new Set(chart.series.flatMap((each) => each.points.map(([x]) => x)))].sort(d3.ascending);
    const cell = (each, x) => quantity(each.points.find((point) => point[0] === x)?.[1], chart.unit);
    box.append(make('div', { class: 'wide' }, make('table', null,
      make('thead', null, make('tr', null, make('th', null, chart.title),
        ...chart.series.map((each) => make('th', { class: 'number' }, each.label)))),
      make('tbody', null, ...at.map((x) => make('tr', null, make('td', null, lineName(x)),
        ...chart.series.map((each) => make('td', { class: 'number' }, cell(each, x)))))))));
  });
  place.append(box);
}

function chartRow(place, made, size = '') {
  const grid = make('div', { class: `charts ${size}` });
  place.append(grid);
  made.forEach((chart) => curves(grid, chart));
}

function sizesTitle({ kind, op, unit }) {
  const of = (unit ?? '').slice(baseOf(unit).length).replace(/^,? /, '');
  return [`${op.charAt(0).toUpperCase()}${op.slice(1)}`, of || kind].join(', ');
}

function sizes() {
  const made = grouped('sizes', (each) => [each.kind, each.op].join('\n')).map(([, same]) => ({
    name: `${same[0].kind} ${same[0].op}`,
    title: sizesTitle(same[0]),
    axis: 'size',
    unit: same[0].unit,
    series: same.map((each) => ({ ...styleOf(each.subject, each.run), points: each.points.map((point) => [point.sizeBytes, point.value]) })),
  }));
  if (made.length === 0) return;
  const place = section('Over the size of a message', 'Both axes are logarithmic.');
  chartRow(place, made);
  numbers(place, made, sizeName);
}

const NAMED = [50, 90, 99, 99.9, 99.99, 100];

function percentiles() {
  const made = grouped('percentiles', (each) => [each.rowId, each.work].join('\n')).map(([, same]) => ({
    name: `percentiles ${same[0].work}`,
    title: same[0].work,
    axis: 'nines',
    unit: 'ns',
    series: same.map((each) => ({ ...styleOf(each.subject, each.run), points: each.points.map((point) => [point.percentile, point.nanos]) })),
  }));
  if (made.length === 0) return;
  const place = section('Percentiles', 'How long the slowest of so many took: each nine to the right is ten times rarer.');
  chartRow(place, made);
  const named = (points) => NAMED.map((name) => [name, points.find(([at]) => at >= name)?.[1]]);
  numbers(place, made.map((chart) => ({ ...chart, series: chart.series.map((each) => ({ ...each, points: named(each.points) })) })), percentName);
}

const rateName = (rate) => (rate >= 1e6 ? `${digits(rate / 1e6)} million` : d3.format(',.0f')(rate));
const TAIL = [['p50', 50], ['p90', 90], ['p99', 99], ['p999', 99.9], ['p9999', 99.99], ['max', 100]];

function tails() {
  const ofSize = new Map(grouped('tails', (each) => each.sizeBytes)
    .map(([size, same]) => [size, d3.extent(same.flatMap((each) => TAIL.map(([name]) => each.latencyNanos[name])).filter((nanos) => nanos > 0))]));
  const made = grouped('tails', (each) => [each.sizeBytes, each.share].join('\n')).map(([, same]) => ({
    name: `tail ${same[0].sizeBytes} ${same[0].share}`,
    title: `${sizeName(same[0].sizeBytes)} at ${Math.round(100 * same[0].share)} %: ${rateName(same[0].ratePerSecond)} a second`,
    axis: 'nines',
    unit: 'ns',
    height: 170,
    extent: ofSize.get(same[0].sizeBytes),
    series: same.map((each) => ({
      ...styleOf(each.subject, each.run),
      points: TAIL.map(([name, percentile]) => [percentile, each.latencyNanos[name]]),
    })),
  }));
  if (made.length === 0) return;
  const place = section('At a fixed rate', 'Messages leave at a share of what Oriel can carry, whatever became of those before;'
    + ' latency counts from when a message should have left.');
  chartRow(place, made, 'small');
  numbers(place, made, percentName);
}

const COSTS = [
  ['messageNanos', 'A message', 'ns'],
  ['pollNanos', 'An idle poll', 'ns'],
  ['setUpMillis', 'To set up all', 'ms'],
  ['bytesEach', 'Memory of each', 'bytes'],
];

function scales() {
  const kinds = grouped('scale', (each) => each.kind);
  if (kinds.length === 0) return;
  const place = section('Scale', 'What more of them cost, between the same processes. The vertical axes begin at zero.');
  const all = kinds.map(([kind, same]) => COSTS.map(([name, words, unit]) => ({
    name: `${kind} ${name}`,
    title: `${words}, over ${kind}`,
    axis: 'count',
    unit,
    height: 150,
    isLinear: true,
    series: d3.groups(same, (each) => each.run).map(([run, points]) => ({
      ...styleOf('oriel', run),
      points: d3.sort(points, (each) => each.count).filter((each) => hasNumber(each[name])).map((each) => [each.count, each[name]]),
    })).filter((each) => each.points.length > 0),
  })).filter((chart) => chart.series.length > 0));
  all.forEach((made) => chartRow(place, made, 'smaller'));
  numbers(place, all.flat(), d3.format(','));
}

function table() {
  if (ownRows.length === 0) return;
  const columns = [
    ['#', (row) => row.id ?? '', 'words'],
    ['Work', (row) => [row.work, row.note ? make('p', null, row.note) : null]],
    ['Oriel', (row) => quantity(row.oriel, row.unit), 'number'],
    ['Reference', (row) => row.referenceName ?? ''],
    ['Its figure', (row) => (hasNumber(row.reference) ? quantity(row.reference, row.unit) : ''), 'number'],
    ['Measure', (row) => (row.unit ?? '').slice(baseOf(row.unit).length).replace(/^,? /, ''), 'words'],
    ['Ratio', (row) => (hasNumber(row.ratio) ? ratioText(row.ratio) : ''), 'number'],
    ['Of the pairs', (row) => (row.ratios?.length > 1 ? d3.extent(row.ratios).map(ratioText).join('–') : ''), 'number'],
    ['Target', (row) => bound(row), 'number'],
    ['Result', (row) => (verdictOf(row) ? make('span', { class: verdictOf(row) }, verdictOf(row)) : '')],
    ['Pairs', (row) => (row.pairs ? `${row.pairs}${row.repeatedPairs ? ` + ${row.repeatedPairs} again` : ''}` : ''), 'number'],
    ['Marks', (row) => (row.missing ? command(row.missing) : badges(row).flatMap((badge) => [badge, ' ']))],
  ];
  const cell = (row) => ([label, content, kind]) =>
    make('td', { 'data-label': label === 'Work' ? row.id ?? '' : label, ...(kind && { class: kind }) }, ...[content(row)].flat());
  section('All rows').append(make('div', { class: 'wide rows' }, make('table', null,
    make('thead', null, make('tr', null, ...columns.map(([label, , kind]) => make('th', kind ? { class: kind } : null, label)))),
    make('tbody', null, ...ownRows.map((row) => make('tr', null, ...columns.map(cell(row))))))));
}

function topology() {
  const floor = (run) => run.floorNanos && `${digits(run.floorNanos.min)} to ${digits(run.floorNanos.max)} ns`;
  const lines = [
    ['Processors', (run) => [run.machine?.processors, run.machine?.model].filter(Boolean).join(' × ')],
    ['Siblings of one core', (run) => run.machine?.siblings || 'none'],
    ['Governor', (run) => run.machine?.governor],
    ['Kernel', (run) => run.machine?.kernel],
    ['Virtualisation', (run) => run.machine?.virtualisation],
    ['JDK', (run) => run.machine?.jdk],
    ['Commit', (run) => run.machine?.commit],
    ['A bare flag there and back', floor],
    ['A reading of the clock', (run) => hasNumber(run.machine?.clockReadNanos) && `${digits(run.machine.clockReadNanos)} ns`],
  ].filter(([, content]) => runs.some((run) => content(run)));
  const place = section('Where and how');
  place.append(make('div', { class: 'wide' }, make('table', { class: 'topology' },
    runs.length > 1 ? make('thead', null, make('tr', null, make('th'),
      ...runs.map((run, index) => make('th', null, index === 0 ? `this run: ${runName(run)}` : runName(run))))) : null,
    make('tbody', null, ...lines.map(([label, content]) => make('tr', null, make('td', { class: 'soft' }, label),
      ...runs.map((run) => make('td', null, `${content(run) || '–'}`))))))));
  const commands = [...new Set(runs.map((run) => run.command).filter(Boolean))];
  if (commands.length > 0) place.append(make('pre', null, commands.join('\n')));
}

/** What doubtful bars are filled with. */
function hatches() {
  const svg = d3.create('svg').attr('width', 0).attr('height', 0).attr('class', 'hatch').attr('aria-hidden', 'true')
    .style('position', 'absolute');
  svg.append('defs').selectAll('pattern').data(['faster', 'slower']).join('pattern')
    .attr('id', (kind) => `hatch-${kind}`).attr('width', 7).attr('height', 7)
    .attr('patternUnits', 'userSpaceOnUse').attr('patternTransform', 'rotate(45)')
    .append('line').attr('class', (kind) => kind).attr('x1', 2).attr('x2', 2).attr('y2', 7);
  document.body.prepend(svg.node());
}

page.replaceChildren();
hatches();
head();
ratios();
limits();
sizes();
percentiles();
tails();
scales();
table();
topology();
drawCharts(page);
