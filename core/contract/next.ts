/**
 * The path to go on to after signing in, when it leads nowhere else than this host: `//elsewhere.example` and
 * `/\elsewhere.example` are addresses of other hosts to a browser.
 */
export function safeNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return undefined
  const base = 'http://same.invalid'
  const url = URL.parse(next, base)
  // What is left of `/.//elsewhere.example` begins with two slashes again.
  if (url?.origin !== base || url.pathname.startsWith('//') || url.pathname === '/auth') return undefined
  return url.pathname + url.search + url.hash
}
