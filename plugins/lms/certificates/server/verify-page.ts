import { ownStylePolicy } from '#core/server/http/own-style-policy.ts'
import { ERASED_NAME } from '#core/server/personal-data.ts'
import { longDate } from '#core/server/texts.ts'
import type { CertificateState } from '../contract.ts'
import type { PrintedCertificate } from './pdf.ts'
import type { ReadFile } from './read-file.ts'
import { difficultyNames, formatLength, describeState, getVerifyUrl } from './words.ts'
import type { Env } from '#config/env.ts'

// Copies grays and tones of core/web/ui/theme/palette.ts, which only browsers load: this page needs no other file.
const style = `
:root {
  color-scheme: light dark;
  font-family: system-ui, -apple-system, 'Segoe UI', sans-serif;
  font-size: 1rem;
  line-height: 1.5;
  color: light-dark(#181b25, #eceef4);
  background: light-dark(#f7f8fa, #0d0f15);
}
body { margin: 0; }
main { box-sizing: border-box; width: min(640px, 100%); margin: 0 auto; padding: 32px 20px; }
article {
  padding: 24px;
  border: 1px solid light-dark(#dfe2ea, #2a2e3a);
  border-radius: 12px;
  background: light-dark(#ffffff, #151821);
  overflow-wrap: anywhere;
}
h1 { margin: 0; font-size: 1.375rem; line-height: 1.3; letter-spacing: -0.01em; }
.state { display: flex; gap: 10px; margin: 16px 0; padding: 12px 16px; border: 1px solid; border-radius: 8px; font-weight: 600; }
.state svg { flex: none; width: 1.25rem; height: 1.5rem; fill: none; stroke: currentColor; stroke-width: 2; }
.valid { color: light-dark(#14632f, #7ee2a8); background: light-dark(#edfaf2, #10261a); }
.expired, .replaced { color: light-dark(#7a4a04, #f4c46b); background: light-dark(#fef7e6, #2a2010); }
.revoked, .unknown { color: light-dark(#9b1c1c, #f5a3a3); background: light-dark(#fdf0f0, #2c1416); }
dl { margin: 20px 0 0; display: grid; grid-template-columns: minmax(7.5rem, auto) 1fr; gap: 8px 16px; }
dt { color: light-dark(#5a6275, #9aa3b5); }
dd { margin: 0; font-weight: 500; }
p { margin: 16px 0 0; }
.quiet { color: light-dark(#5a6275, #9aa3b5); font-size: 0.875rem; }
a { color: light-dark(#4338ca, #a5b4fc); }
form { margin: 24px 0 0; padding: 16px 0 0; border-top: 1px solid light-dark(#dfe2ea, #2a2e3a); }
h2 { margin: 0; font-size: 1rem; }
label { display: block; margin: 8px 0; }
input, button { box-sizing: border-box; max-width: 100%; font: inherit; color: inherit; }
button {
  min-height: 44px;
  margin: 12px 0 0;
  padding: 8px 16px;
  border: 1px solid light-dark(#7a8296, #757e92);
  border-radius: 8px;
  background: transparent;
  font-weight: 600;
  cursor: pointer;
}
a:focus-visible, input:focus-visible, button:focus-visible { outline: 2px solid light-dark(#4f46e5, #eceef4); outline-offset: 2px; }
@media (max-width: 440px) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 10px; } }
@media print {
  :root { color-scheme: light; color: #000000; background: #ffffff; }
  article { border-color: #888888; break-inside: avoid; }
  form { display: none; }
}
`

export const VERIFY_PAGE_POLICY = ownStylePolicy(style).replace(`form-action 'none'`, `form-action 'self'`)

const titles: Record<CertificateState, string> = {
  valid: 'Valid certificate',
  expired: 'Expired certificate',
  revoked: 'Revoked certificate',
  replaced: 'Replaced certificate',
}

type Sign = 'check' | 'attention' | 'cross' | 'arrow'

/** Drawn signs, since some devices lack glyphs for them. Within 20 by 20. */
const drawn: Record<Sign, string> = {
  check: 'M4 10.5 8 14.5 16 5.5',
  attention: 'M10 3.5v8M10 15v2',
  cross: 'M5 5l10 10M15 5 5 15',
  arrow: 'M3.5 10h13M11.5 5l5 5-5 5',
}

/** Renders the state of a certificate, with a sign for readers who do not see its color. */
const renderNotice = (tone: string, sign: Sign, said: string, role = '') =>
  `<p class="state ${tone}"${role}><svg aria-hidden="true" viewBox="0 0 20 20"><path d="${drawn[sign]}"/></svg><span>${said}</span></p>`

const signs: Record<CertificateState, Sign> = {
  valid: 'check',
  expired: 'attention',
  revoked: 'cross',
  replaced: 'arrow',
}

/** Result of checking an uploaded file; undefined: none was uploaded. */
type Checked = ReadFile['kind'] | 'other' | undefined

const fileNotes: Record<Exclude<Checked, undefined>, { tone: string; sign: Sign; said: string }> = {
  signed: {
    tone: 'valid',
    sign: 'check',
    said: 'The file holds a credential that was signed here for this certificate, and has not been changed.',
  },
  other: {
    tone: 'replaced',
    sign: 'attention',
    said: 'The file holds a credential that was signed here for the certificate below. It is not the certificate of this address.',
  },
  named: {
    tone: 'replaced',
    sign: 'attention',
    said: 'The file names this certificate, and holds no signature: compare what it prints with this page.',
  },
  forged: {
    tone: 'revoked',
    sign: 'cross',
    said: 'The credential in the file was not signed here, or it was changed. Do not trust the file.',
  },
  unreadable: {
    tone: 'unknown',
    sign: 'cross',
    said: 'The file is not a certificate that was downloaded here. Choose the PDF or the badge file as you downloaded it.',
  },
}

function renderFileNote(checked: Checked): string {
  if (checked === undefined) return ''
  const { tone, sign, said } = fileNotes[checked]
  return renderNotice(tone, sign, said, ' role="status"')
}

const fileForm = `<form method="post" enctype="multipart/form-data">
<h2>Check a file</h2>
<label for="file">The certificate’s PDF, or the badge file (.jwt), of at most 5 MB</label>
<input id="file" name="file" type="file" accept=".pdf,.jwt,application/pdf" required>
<p class="quiet">The file is checked and not stored.</p>
<button type="submit">Check the file</button>
</form>`

/**
 * Renders all printed facts, so that a changed PDF is noticed.
 * @param name as the public may see it
 * @param checked result of the uploaded file
 */
export function verifyPage(env: Env, certificate: PrintedCertificate, name: string, checked?: Checked): string {
  const {
    state,
    number,
    course,
    difficulty,
    minutes,
    language,
    issuer,
    completedAt,
    issuedAt,
    expiresAt,
    replacedBy,
    zone,
  } = certificate
  const length = formatLength(minutes)
  const isErased = name === ERASED_NAME
  const facts: [string, string][] = [
    ['Name', isErased ? 'Removed at the person’s request' : `<bdi>${escapeHtml(name)}</bdi>`],
    ['Course', `<span lang="${escapeHtml(language)}"><bdi>${escapeHtml(course)}</bdi></span>`],
    ['Level', difficultyNames[difficulty]],
    ...(length ? [['Length', length] satisfies [string, string]] : []),
    ['Completed', longDate(completedAt, zone)],
    ['Issued', longDate(issuedAt, zone)],
    ['Valid until', expiresAt === null ? 'Without end' : longDate(expiresAt, zone)],
    ['Issued by', `<bdi>${escapeHtml(issuer)}</bdi>`],
    ['Number', escapeHtml(number)],
  ]
  const isShort = !isErased && name !== certificate.recipient
  return renderPage(
    `${titles[state]} ${number}`,
    `${renderFileNote(checked)}<h1>${titles[state]}</h1>
${renderNotice(state, signs[state], escapeHtml(describeState(certificate, zone)))}
<dl>
${facts.map(([term, said]) => `<dt>${term}</dt><dd>${said}</dd>`).join('\n')}
</dl>
${replacedBy === null ? '' : `<p><a href="${escapeHtml(getVerifyUrl(env, replacedBy))}">See the certificate that replaced it</a></p>`}
${isShort ? '<p class="quiet">Children’s names are shortened here. The certificate shows the full name.</p>' : ''}
<p class="quiet">A printed certificate that differs from this page was changed after it was issued.</p>
${fileForm}`,
  )
}

/** Renders the page for an unknown number. */
export const renderUnknownPage = (checked?: Checked): string =>
  renderPage(
    'Certificate not found',
    `${renderFileNote(checked)}<h1>Certificate not found</h1>
${renderNotice('unknown', 'cross', 'No certificate has this number.')}
<p>Compare it with what is printed: letters and digits beside the code, with two hyphens. If it is the same, the document was not issued here.</p>
${fileForm}`,
  )

const renderPage = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<article>
${content}
</article>
</main>
</body>
</html>
`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
