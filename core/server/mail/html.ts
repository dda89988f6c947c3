import { readFileSync } from 'node:fs'
import type { Env } from '#config/env.ts'
import { translated } from '#core/contract/text.ts'
import { readersLanguage, t, translateText } from '../text.ts'
import type { Brand } from './brand.ts'

/** A line in its final form, with its secret. */
export interface WrittenLine {
  text: string
  isLink: boolean
}

/** Size in bytes above which mailboxes clip an email. */
const MAX_HTML_BYTES = 100_000

const skeleton = readFileSync(new URL('skeleton/email.html', import.meta.url), 'utf8')

/** Cuts the part between two comments out of the skeleton. */
function partOf(name: string): string {
  const part = skeleton.split(`<!--${name}-->`)[1]?.split(`<!--/${name}-->`)[0]
  if (part === undefined) throw new Error(`The skeleton of emails has no ${name}`)
  return part
}

const parts = {
  logo: partOf('logo'),
  paragraph: partOf('paragraph'),
  button: partOf('button'),
  address: partOf('address'),
  foot: partOf('foot'),
}

/** Cuts a text before a part and behind it. */
function aroundPart(text: string, name: string, last = name): { before: string; after: string } {
  const [from, to, end] = [text.indexOf(`<!--${name}-->`), text.indexOf(`<!--/${last}-->`), `<!--/${last}-->`.length]
  return { before: text.slice(0, from), after: text.slice(to + end) }
}

/** Takes the button and the address below it out of the frame: they come with the lines. */
function withoutParts(text: string): string {
  const { before, after } = aroundPart(text, 'button', 'address')
  return before + after
}

const frame = Object.entries({ logo: 'logo', body: 'paragraph', foot: 'foot' }).reduce((text, [slot, name]) => {
  const { before, after } = aroundPart(text, name)
  return `${before}{{${slot}}}${after}`
}, withoutParts(skeleton))

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (one) => escapes[one] ?? one)

/** Fills the slots of a part in one pass, so that slots in values are not replaced. */
const fill = (part: string, values: Readonly<Record<string, string>>) =>
  part.replaceAll(/\{\{(\w+)\}\}/g, (slot, name: string) => values[name] ?? slot)

/** Labels of buttons by the first part of their path. */
const labels: Readonly<Record<string, string>> = {
  '/auth': translated('Sign in'),
  '/invitation': translated('Open your account'),
  '/verify-email': translated('Verify email address'),
  '/reset-password': translated('Choose a new password'),
  '/email': translated('Confirm'),
}

/** True if an address is of the platform or of one of its organizations. */
function isOwnAddress({ publicUrl, platformDomain }: Env, address: string): boolean {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  const own = publicUrl === undefined ? platformDomain : new URL(publicUrl).hostname
  return [own, platformDomain].some((host) => url.hostname === host) || url.hostname.endsWith(`.${platformDomain}`)
}

/** Indentation in pixels for each space at the start of a line. */
const INDENT_PX = 6

const indentOf = ({ text }: WrittenLine) => text.length - text.trimStart().length

/** Lines of text with their breaks. Where some are indented, each is a block of its own, and the one above them a heading. */
function textOf(lines: readonly WrittenLine[]): string {
  if (!lines.some((one) => indentOf(one) > 0)) return lines.map(({ text }) => escapeHtml(text)).join('<br />')
  const blocks = lines.map((one, index) => {
    const [indent, next] = [indentOf(one), lines[index + 1]]
    const isHeading = next !== undefined && indentOf(next) > indent
    const heading = isHeading ? `padding-top:6px;font-weight:600;${indent === 0 ? 'font-size:18px;' : ''}` : ''
    return `<div style="margin-left:${indent * INDENT_PX}px;${heading}">${escapeHtml(one.text.trim())}</div>`
  })
  return blocks.join('\n')
}

const linkOf = (address: string) => `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`

/** Splits lines at links, and at the empty ones between paragraphs. */
function* blocksOf(env: Env, lines: readonly WrittenLine[]): Generator<readonly WrittenLine[] | string> {
  let block: WrittenLine[] = []
  for (const one of lines) {
    const isLink = one.isLink && isOwnAddress(env, one.text)
    if (!isLink && one.text !== '') {
      block.push(one)
      continue
    }
    if (block.length > 0) yield block
    block = []
    if (isLink) yield one.text
  }
  if (block.length > 0) yield block
}

/**
 * Draws the lines of a message: the first link as a button above its address, the others as links.
 * @returns undefined where mailboxes would clip it; the text part is complete
 */
export function composeHtml(
  env: Env,
  brand: Brand,
  { subject, lines, footer }: { subject: string; lines: readonly WrittenLine[]; footer: readonly WrittenLine[][] },
): string | undefined {
  const { accent, onAccent, logo, name } = brand
  let hasButton = false
  const body = [...blocksOf(env, lines)].map((block) => {
    if (typeof block !== 'string') return fill(parts.paragraph, { lines: textOf(block) })
    const address = escapeHtml(block)
    const known = labels[`/${new URL(block).pathname.split('/')[1] ?? ''}`]
    const label = known === undefined ? t('Open {name}', { name }) : translateText(known)
    const button = hasButton ? '' : fill(parts.button, { address, accent, onAccent, label: escapeHtml(label) })
    hasButton = true
    return button + fill(parts.address, { address })
  })
  const foot = footer.map((paragraph) =>
    fill(parts.foot, {
      lines: paragraph.map((one) => (one.isLink ? linkOf(one.text) : textOf([one]))).join('<br />'),
    }),
  )
  const html = fill(frame, {
    lang: readersLanguage(),
    subject: escapeHtml(subject),
    sender: escapeHtml(name),
    accent,
    logo: logo === null ? '' : fill(parts.logo, { logo: escapeHtml(logo), sender: escapeHtml(name) }),
    body: body.join(''),
    foot: foot.join(''),
  })
  return Buffer.byteLength(html) < MAX_HTML_BYTES ? html : undefined
}
