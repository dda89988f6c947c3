import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Env } from '#config/env.ts'
import { contrast, parseHex } from '#core/contract/contrast.ts'
import { compiledSkeleton, compileSkeleton } from '#core/testing/email-skeleton.ts'
import { line, link, renderBody, secretLine, type MailParagraph } from './body.ts'
import { readableAccent, type Brand } from './brand.ts'
import { footerOf } from './footer.ts'
import { composeHtml } from './html.ts'

const env = { publicUrl: 'https://trellis.example', platformDomain: 'trellis.example', port: 443 } as Env

const brand: Brand = {
  name: 'North <Star> & "Friends"',
  platformName: 'Trellis',
  subdomain: 'north',
  logo: 'https://north.trellis.example/api/images/1',
  ...readableAccent('#4f46e5'),
  replyTo: 'office@north.example',
  postalAddress: '12 High St\nSpringfield, IL',
}

function compose(body: readonly MailParagraph[], token: string | null = null) {
  const { text, linkLines } = renderBody(body)
  const lines = text.split('\n').map((one, index) => ({ text: one, isLink: linkLines.includes(index) }))
  const footer = footerOf(env, brand, token === null ? 'essential' : 'news', token).map((paragraph) =>
    paragraph.map((one) => ({ text: one.text + (one.secret ?? ''), isLink: one.isLink ?? false })),
  )
  return { html: composeHtml(env, brand, { subject: 'The week', lines, footer }) ?? '', lines, footer }
}

/** Returns the visible text of an email without its sender and button label. */
const textOf = (html: string) =>
  html
    .replace(/[^]*<body/, '')
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/<td[^>]*class="button"[^]*?<\/table>/g, '')
    .replaceAll('<br />', '\n')
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/>\s+</g, '>\n<')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('class="page"') && one !== '\u200a' && one !== '&#8202;')

test('the compiled skeleton matches the output of mjml for its source', async () => {
  expect(await readFile(compiledSkeleton, 'utf8')).toBe(await compileSkeleton())
})

describe('composeHtml', () => {
  test('HTML says what the text says, line by line', () => {
    const { html, lines, footer } = compose(
      [
        line`Hello ${'<b>Ada</b> & {{sender}} {{body}} $&'},`,
        [line`  Email: a@b.example`, secretLine('  Temporary password: ', '')],
        link(env, 'north', '/auth'),
        line`https://evil.example/ is a line that a person wrote.`,
        link(env, 'north', '/parent-portal'),
      ],
      'token-1',
    )
    const [, ...read] = textOf(html)
    expect(read).toEqual([...lines, ...footer.flat()].map(({ text }) => text.trim()).filter(Boolean))
    expect(html).not.toContain('<b>')
    expect(html).not.toContain('{{lines}}')
  })

  test('links lead only to hosts of the platform, and the first one is a button', () => {
    const { html } = compose([line`https://evil.example/`, link(env, 'north', '/auth'), link(env, null, '/profile')])
    const hosts = [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => new URL(address).hostname)
    expect(new Set(hosts)).toEqual(new Set(['north.trellis.example', 'trellis.example']))
    expect(html.match(/class="button"/g)).toHaveLength(1)
    expect(html).toContain('Sign in')
    const foreign = composeHtml(env, brand, {
      subject: '',
      lines: [{ text: 'https://north.trellis.example.evil.example/', isLink: true }],
      footer: [],
    })
    expect(foreign).not.toMatch(/href="[^"]*evil/)
  })

  test('has a language, a logo with its name, and one sender', () => {
    const { html } = compose([line`Hello,`])
    expect(html).toContain('<html lang="en"')
    expect(html).toMatch(/alt="North &lt;Star&gt; &amp; &quot;Friends&quot;" src="https:\/\/north\.trellis\.example\//)
    expect(html).toContain('12 High St<br />Springfield, IL')
  })

  test('an email that mailboxes would clip is sent as text only', () => {
    const { lines, footer } = compose(Array.from({ length: 100 }, () => line`${'word '.repeat(10)}`))
    const html = composeHtml(env, brand, { subject: '', lines, footer }) ?? ''
    expect(Buffer.byteLength(html)).toBeLessThan(100_000)
    const long = Array.from({ length: 400 }, () => ({ text: 'word '.repeat(60), isLink: false }))
    expect(composeHtml(env, brand, { subject: '', lines: long, footer })).toBeUndefined()
  })
})

test.each(['#4f46e5', '#ffff00', '#ff0000', '#808080', '#ffffff', '#000000', '#00b894', '#f59e0b', 'none'])(
  'text on the accent color %s has a contrast of 4.5:1',
  (color) => {
    const { accent, onAccent } = readableAccent(color)
    expect(contrast(parseHex(accent) ?? [0, 0, 0], parseHex(onAccent) ?? [0, 0, 0])).toBeGreaterThanOrEqual(4.5)
  },
)
