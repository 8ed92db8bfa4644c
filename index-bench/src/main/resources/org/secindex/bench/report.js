'use strict';
// Without this script the page shows everything; with it, one can choose.
{
  const root = document.documentElement;
  const all = (selector, of = document) => [...of.querySelectorAll(selector)];

  // Light or dark, other than the system's choice.
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const theme = document.querySelector('.theme');
  theme.hidden = false;
  theme.addEventListener('click', () => {
    const now = root.dataset.theme || (dark.matches ? 'dark' : 'light');
    root.dataset.theme = now === 'dark' ? 'light' : 'dark';
  });

  // A legend's entry shows and hides what it names.
  for (const figure of all('figure')) {
    const keys = all('.legend button', figure);
    for (const key of keys) {
      key.addEventListener('click', () => {
        key.setAttribute('aria-pressed', key.getAttribute('aria-pressed') === 'false');
        const hidden = keys.filter(k => k.getAttribute('aria-pressed') === 'false');
        for (const item of all('.item', figure)) {
          item.classList.toggle('off', hidden.some(k =>
            'name' in k.dataset ? k.dataset.name === item.dataset.name : k.dataset.part === item.dataset.part));
        }
      });
    }
  }

  // One size at a time.
  const sizes = all('.sizes button');
  const show = chosen => {
    for (const button of sizes) {
      button.setAttribute('aria-pressed', button === chosen);
      document.getElementById(button.dataset.size).hidden = button !== chosen;
    }
  };
  if (sizes.length > 0) {
    document.querySelector('.sizes').hidden = false;
    sizes.forEach(button => button.addEventListener('click', () => show(button)));
    show(sizes[0]);
  }

  // What is pointed at, or touched, tells its figures.
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.hidden = true;
  document.body.append(tip);
  for (const title of all('.point title')) {
    title.parentElement.dataset.tip = title.textContent;
    title.remove();
  }
  for (const bar of all('.bar[title]')) {
    bar.dataset.tip = bar.title;
    bar.removeAttribute('title');
  }
  const tell = event => {
    const target = event.target.closest('[data-tip]');
    tip.hidden = !target;
    if (target) {
      tip.textContent = target.dataset.tip;
      const left = Math.min(event.pageX + 12, root.clientWidth - tip.offsetWidth - 8);
      tip.style.left = Math.max(8, left) + 'px';
      tip.style.top = event.pageY + 16 + 'px';
    }
  };
  document.addEventListener('pointermove', tell);
  document.addEventListener('pointerdown', tell);
}
