(() => {
  'use strict';
  const { nodes, board, start, words } = JSON.parse(document.getElementById('game').textContent);
  const names = Object.keys(board.places[0]);
  const SVG = 'http://www.w3.org/2000/svg';
  const PLAY_MS = 900;
  const svg = document.querySelector('#board svg');
  const comment = document.getElementById('comment');
  const playButton = document.getElementById('play');
  const moves = [...document.querySelectorAll('.moves button')];
  const buttons = new Map(moves.map((one) => [Number(one.dataset.node), one]));
  let here = start;
  let flipped = 0;
  let timer = 0;

  const add = (tag, attributes) => {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    svg.append(made);
  };

  function draw() {
    const node = nodes[here];
    const [, , width, height] = svg.getAttribute('viewBox').split(' ');
    svg.replaceChildren();
    for (const name of ['squares', `edge${flipped}`]) add('use', { href: `#${name}`, width, height });
    names.forEach((name, index) => {
      const [x, y] = board.places[flipped][name];
      const piece = node.rows[index];
      if (piece !== '.') add('use', { href: `#${piece}`, x, y, width: 10, height: 10 });
      if (node.path.length && (name === node.path[0] || name === node.path.at(-1)))
        add('rect', { class: 'mark', x: x + 0.5, y: y + 0.5, width: 9, height: 9 });
    });
    comment.textContent = [node.comment, node.ended].filter(Boolean).join(' ');
    for (const [id, button] of buttons) {
      if (id === here) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    const button = buttons.get(here);
    svg.setAttribute('aria-label', button ? words.after.split('{move}').join(button.textContent) : words.start);
    button?.scrollIntoView({ block: 'nearest' });
    if (node.next === null) stop();
  }

  function go(id) {
    if (id === null || id === undefined) return;
    here = id;
    draw();
  }

  function last() {
    let id = here;
    while (nodes[id].next !== null) id = nodes[id].next;
    go(id);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    playButton.textContent = '▶▶';
    playButton.setAttribute('aria-label', words.play);
  }

  function play() {
    if (timer) {
      stop();
      return;
    }
    if (nodes[here].next === null) go(start);
    timer = setInterval(() => go(nodes[here].next), PLAY_MS);
    playButton.textContent = '❚❚';
    playButton.setAttribute('aria-label', words.pause);
  }

  const actions = {
    first: () => go(start),
    back: () => go(nodes[here].parent),
    forward: () => go(nodes[here].next),
    last,
    play,
    flip: () => {
      flipped = 1 - flipped;
      draw();
    },
  };
  for (const [id, action] of Object.entries(actions))
    document.getElementById(id).addEventListener('click', () => {
      if (id !== 'play' && id !== 'flip') stop();
      action();
    });
  for (const [id, button] of buttons)
    button.addEventListener('click', () => {
      stop();
      go(id);
    });
  const keys = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' };
  document.addEventListener('keydown', (event) => {
    const id = event.altKey || event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (!id) return;
    event.preventDefault();
    stop();
    actions[id]();
  });
  document.querySelector('.controls').hidden = false;
  draw();
})();
