// Shows the notices of the waiters' page, and says that the server is away when a page cannot be loaded. It stores
// nothing: a board always comes from the server.

const AWAY = {
  en: [
    'Heatlamp does not answer',
    'This page opens by itself when the server is back. Check its power and the network.',
  ],
  nl: ['Heatlamp antwoordt niet', 'Deze pagina opent vanzelf als de server terug is. Controleer stroom en netwerk.'],
  de: [
    'Heatlamp antwortet nicht',
    'Diese Seite öffnet sich von selbst, sobald der Server zurück ist. Strom und Netzwerk prüfen.',
  ],
  fr: [
    'Heatlamp ne répond pas',
    'Cette page s’ouvre toute seule au retour du serveur. Vérifier le courant et le réseau.',
  ],
};

/** In the language of the address, or else of the device. */
function awayPage(address) {
  const wanted = [new URL(address).searchParams.get('lang'), ...navigator.languages.map((tag) => tag.split('-')[0])];
  const language = wanted.find((known) => Object.hasOwn(AWAY, known)) ?? 'en';
  const [title, text] = AWAY[language];
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5"><title>${title}</title>
<body style="margin:0;min-height:100vh;display:grid;place-content:center;padding:2rem;background:#8f1d1d;color:#fff;font:1.5rem/1.4 system-ui,sans-serif;text-align:center">
<main><h1 style="margin:0 0 1rem">${title}</h1><p style="margin:0;max-width:32em">${text}</p></main></body></html>`;
  return new Response(html, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate')
    event.respondWith(fetch(event.request).catch(() => awayPage(event.request.url)));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const show = async () => {
    const { address } = event.notification.data;
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = pages.find(({ url }) => url === address) ?? pages[0];
    await (page ? page.focus() : self.clients.openWindow(address));
  };
  event.waitUntil(show());
});
