/**
 * Returns the path to open after signing in, if it stays on this host: `//elsewhere.example` and
 * `/\elsewhere.example` are addresses of other hosts to a browser.
 */
export function safeNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return undefined
  const base = 'http://same.invalid'
  const url = URL.parse(next, base)
  // The rest of `/.//elsewhere.example` begins with two slashes again.
  if (url?.origin !== base || url.pathname.startsWith('//') || url.pathname === '/auth') return undefined
  return url.pathname + url.search + url.hash
}
