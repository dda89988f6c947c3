import type { FastifyRequest } from 'fastify'
import { directionOf } from '#core/contract/languages.ts'
import { translated } from '#core/contract/text.ts'
import { t, translateText } from '../text.ts'
import { ownStylePolicy } from './own-style-policy.ts'

/** Refusal as a page shows it. */
interface Refusal {
  status: number
  /** For people; names the time of another try where `retryAfter` does. */
  message: string
  retryAfter: number | undefined
}

const titles: Record<number, string> = {
  401: translated('Please sign in'),
  403: translated('This is not open to you'),
  404: translated('Page not found'),
  429: translated('Too many requests'),
  503: translated('Not available at the moment'),
}

/** Statuses after which the same request may succeed. */
const isTemporary = (status: number) => status === 429 || status >= 500

/** The platform's, as in web/public/favicon.svg. */
const mark = `<svg viewBox="0 0 32 32" width="40" height="40" aria-hidden="true">
<rect width="32" height="32" rx="8" fill="#4f46e5"/>
<g fill="none" stroke="#fff" stroke-linecap="round" stroke-width="2.6">
<path d="M11 7v18M21 7v18" stroke-opacity=".5"/><path d="M11 24c0-8 10-8 10-16"/>
</g>
<circle cx="11" cy="23.5" r="3" fill="#fff"/><circle cx="21" cy="8.5" r="3" fill="#fff"/>
</svg>`

// The greys and the accent of core/web/ui/theme/palette.ts, which is the browser's: this page needs no other file.
const style = `
:root {
  color-scheme: light dark;
  font-family: system-ui, -apple-system, 'Segoe UI', sans-serif;
  font-size: 0.875rem;
  line-height: 1.5;
  color: light-dark(#181b25, #eceef4);
  background: light-dark(#f7f8fa, #0d0f15);
}
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; }
main { box-sizing: border-box; width: min(488px, 100%); padding: 24px; text-align: center; text-wrap: balance; }
h1 { margin: 20px 0 0; font-size: 1.25rem; line-height: 1.3; letter-spacing: -0.01em; }
p { margin: 8px 0 0; color: light-dark(#5a6275, #9aa3b5); }
a {
  display: inline-block;
  margin-top: 24px;
  padding: 8px 16px;
  border-radius: 6px;
  font-weight: 500;
  color: #ffffff;
  background: #4f46e5;
  text-decoration: none;
}
a:focus-visible { outline: 2px solid light-dark(#4f46e5, #eceef4); outline-offset: 2px; }
`

export const REFUSAL_PAGE_POLICY = ownStylePolicy(style)

/** True if a person looks at the answer: opening an address asks for a page, and a call from a page does not. */
export function wantsPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false)
}

/** A whole page, in words and in both color schemes, that needs nothing of the app. */
export function refusalPage({ status, message, retryAfter }: Refusal, language: string): string {
  const title = escapeHtml(translateText(titles[status] ?? translated('This did not work')))
  const soon =
    status === 503 && retryAfter === undefined
      ? `<p>${escapeHtml(t('It is worth another try in a few seconds.'))}</p>`
      : ''
  // An empty address is that of the page itself.
  const action = isTemporary(status)
    ? `<a href="">${escapeHtml(t('Try again'))}</a>`
    : `<a href="/">${escapeHtml(t('Go to the start page'))}</a>`
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
${mark}
<h1>${title}</h1>
<p>${escapeHtml(translateText(message))}</p>
${soon}
${action}
</main>
</body>
</html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
