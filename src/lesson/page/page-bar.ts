/** A bar above the lesson's text: a sentence about the whole page, and what can be done about it. */
export function showPageBar(text: string, action: string, act: () => void): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'shared-bar';
  const words = document.createElement('p');
  words.setAttribute('role', 'status');
  words.textContent = text;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn small ask';
  button.textContent = action;
  button.addEventListener('click', act);
  bar.append(words, button);
  (document.querySelector('.prose') ?? document.body).prepend(bar);
  return bar;
}
