/**
 * What the page does in a browser: hovering a mark tells of its strategies, a click on a mark or on a number opens them,
 * and boxes choose models. Nothing is loaded.
 */
(() => {
  const strategies = new Map(
    [...document.querySelectorAll('details.strategy')].map((details) => [details.dataset.record, details]),
  );
  const models = [...new Set([...strategies.values()].map((details) => details.dataset.model))];

  /** Elements that stand for strategies, with their records. */
  const marks = [];

  function add(element, records, tells) {
    if (records.length === 0) return;
    marks.push({ element, records });
    element.classList.add('opens');
    element.setAttribute('tabindex', '0');
    element.addEventListener('click', (event) => {
      event.preventDefault();
      event.stopPropagation();
      open(records, element);
    });
    element.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') open(records, element);
    });
    if (!tells) return;
    element.addEventListener('pointerenter', (event) => {
      tip.textContent = tells;
      place(tip, event.pageX + 12, event.pageY + 12);
    });
    element.addEventListener('pointerleave', () => tip.remove());
  }

  function box(className) {
    const element = document.createElement('div');
    element.className = className;
    return element;
  }
  const tip = box('tip');
  const list = box('records');
  document.addEventListener('click', () => list.remove());

  function place(element, x, y) {
    document.body.append(element);
    element.style.left = `${Math.max(4, Math.min(x, document.documentElement.clientWidth - element.offsetWidth - 12))}px`;
    element.style.top = `${y}px`;
  }

  /** One strategy opens at once; of several the reader chooses. */
  function open(records, from) {
    list.remove();
    tip.remove();
    if (records.length === 1) return show(records[0]);
    list.replaceChildren(
      ...records.map((record) => {
        const link = document.createElement('a');
        link.href = `#strategy-${record}`;
        link.textContent = strategies.get(record).dataset.name;
        link.addEventListener('click', (event) => {
          event.preventDefault();
          list.remove();
          show(record);
        });
        return link;
      }),
    );
    const { left, bottom } = from.getBoundingClientRect();
    place(list, left + scrollX, bottom + scrollY + 4);
  }

  function show(record) {
    const details = strategies.get(record);
    for (const other of strategies.values()) other.classList.toggle('shown', other === details);
    details.open = true;
    history.pushState(null, '', `#strategy-${record}`);
    details.scrollIntoView();
    details.querySelector('summary').focus({ preventScroll: true });
  }

  function followHash() {
    const record = /^#strategy-(\d+)$/.exec(location.hash)?.[1];
    if (record === undefined || !strategies.has(record)) return;
    strategies.get(record).open = true;
    strategies.get(record).scrollIntoView();
  }

  const known = (records) => records.filter((record) => strategies.has(record));
  const about = (record) => `${strategies.get(record).dataset.name}\n${strategies.get(record).dataset.tip}`;

  for (const link of document.querySelectorAll('figure svg a')) {
    const record = /^#strategy-(\d+)$/.exec(link.getAttribute('xlink:href') ?? link.getAttribute('href') ?? '')?.[1];
    if (strategies.has(record)) add(link, [record], about(record));
  }
  for (const script of document.querySelectorAll('script[data-marks]')) {
    const shapes = document.querySelectorAll(script.dataset.marks);
    // Null where the figure had nothing to draw.
    const { data, datasets } = JSON.parse(script.textContent) ?? { data: { values: [] } };
    (datasets?.[script.dataset.set] ?? data.values).forEach((datum, i) => {
      const records = known((datum.records ?? []).map(String));
      const tells = records.length === 1 ? about(records[0]) : `${records.length} strategies: click to choose one`;
      if (shapes[i]) add(shapes[i], records, tells);
    });
  }
  const named = new Map([...strategies].map(([record, { dataset }]) => [dataset.name, record]));
  for (const text of document.querySelectorAll('figure svg text')) {
    const record = named.get(text.textContent);
    if (record !== undefined) add(text, [record], about(record));
  }
  for (const cell of document.querySelectorAll('td[data-records]'))
    add(cell, known(cell.dataset.records.split(' ')));

  if (models.length > 1) {
    const bar = box('models');
    bar.textContent = 'A mark or a number opens its strategies. Show:';
    const chosen = new Set(models);
    for (const model of models) {
      const label = document.createElement('label');
      const input = document.createElement('input');
      input.type = 'checkbox';
      input.checked = true;
      input.name = 'model';
      input.value = model;
      input.addEventListener('change', () => {
        if (input.checked) chosen.add(model);
        else chosen.delete(model);
        filter(chosen);
      });
      label.append(input, ` ${model}`);
      bar.append(label);
    }
    document.getElementById('results').before(bar);
  }

  /** What stands for strategies of other models only is faded; their sections are hidden. */
  function filter(chosen) {
    const isChosen = (record) => chosen.has(strategies.get(record).dataset.model);
    for (const { element, records } of marks)
      element.classList.toggle('elsewhere', !records.some(isChosen));
    for (const [record, details] of strategies) details.classList.toggle('elsewhere', !isChosen(record));
  }

  addEventListener('hashchange', followHash);
  followHash();
})();
