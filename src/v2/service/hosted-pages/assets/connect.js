// Polish only: without scripts the pages work as well.

const POLL_MS = 1500;

// The phone was linked: the waiting page goes on by itself.
for (const line of document.querySelectorAll('[data-status]')) void watch(line);

async function watch(line) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (document.hidden) continue;
    try {
      const response = await fetch(line.dataset.status, { cache: 'no-store' });
      const { state, next } = await response.json();
      if (state === 'waiting') continue;
      line.textContent = state === 'connected' ? 'Connected. One moment…' : 'This link is over.';
      location.replace(next);
      return;
    } catch {
      // The connection is away for a moment: the next look tells.
    }
  }
}

// A form is sent once, and its button says that it is under way.
for (const form of document.querySelectorAll('form[data-busy]')) {
  const button = form.querySelector('button[type="submit"]');
  const label = button.textContent;
  form.addEventListener('submit', (event) => {
    if (button.getAttribute('aria-disabled') === 'true') return event.preventDefault();
    button.setAttribute('aria-disabled', 'true');
    button.textContent = form.dataset.busy;
  });
  // Back from the next page, which the browser may have kept as it was left.
  addEventListener('pageshow', () => {
    button.removeAttribute('aria-disabled');
    button.textContent = label;
  });
}

for (const input of document.querySelectorAll('input[type="password"]')) {
  const toggle = document.createElement('button');
  toggle.type = 'button';
  const show = (shown) => {
    input.type = shown ? 'text' : 'password';
    toggle.textContent = shown ? 'Hide' : 'Show';
    toggle.setAttribute('aria-label', shown ? 'Hide the password' : 'Show the password');
  };
  show(false);
  toggle.addEventListener('click', () => show(input.type === 'password'));
  // A shown password must not end up in the browser's memory of text fields.
  input.form?.addEventListener('submit', () => show(false));
  const wrapper = document.createElement('div');
  wrapper.className = 'with-toggle';
  input.replaceWith(wrapper);
  wrapper.append(input, toggle);
}
