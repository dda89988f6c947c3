import type { Env } from '#config/env.ts'
import { SOURCE_LANGUAGE } from '#core/contract/languages.ts'
import { partsOf } from '#core/contract/text.ts'
import { originOf } from '../tenancy/origin.ts'
import { inLanguage, translateText } from '../text.ts'

/**
 * A line of a message, made by `line`, `link` or `secretLine`. User-written content is in text lines only, an address of
 * the platform has a line to itself, and no secret is looked up inside user-written content.
 */
export interface MailLine {
  readonly text: string
  /** Words and values that it was made of, for other languages. */
  readonly written?: { text: string; values: string[] }
  /** A temporary password or a single-use token. It ends the line and never appears in the text. */
  readonly secret?: string
  /** True for an address of the platform, which HTML shows as a link. */
  readonly isLink?: true
}

/** Lines that follow each other, with an empty one before the next paragraph. */
export type MailParagraph = MailLine | readonly MailLine[]

/**
 * Text without a link. Names and other values in it stay on this line, even if they contain line breaks. Catalogs have
 * `Hello ${name},` as `Hello {1},`.
 */
export function line(text: TemplateStringsArray, ...values: readonly (string | number)[]): MailLine {
  const whole = text.reduce((before, part, index) => `${before}{${index}}${part}`)
  return { text: onOneLine(String.raw({ raw: text }, ...values)), written: { text: whole, values: values.map(String) } }
}

/** Returns the text of a line in a language; a line whose words are not translated stays English. */
export function textIn(language: string, { text, written }: MailLine): string {
  if (!written || language === SOURCE_LANGUAGE) return text
  const named = Object.fromEntries(written.values.map((value, index) => [String(index + 1), value]))
  return inLanguage(language, () => onOneLine(partsOf(translateText(written.text), named).join('')))
}

/**
 * An address of the platform, or of an organization by its subdomain.
 * @param path of the web app, `/auth`
 * @param token makes it a link that works once
 */
export function link(env: Env, subdomain: string | null, path: `/${string}`, token?: string): MailLine {
  const address = `${originOf(env, subdomain)}${path}`
  if (token === undefined) return { text: address, isLink: true }
  return { text: `${address}?token=`, secret: encodeURIComponent(token), isLink: true }
}

/** @param label the text before the secret, including the space between them */
export const secretLine = (label: string, secret: string): MailLine => ({ text: onOneLine(label), secret })

/** Line breaks and other control characters become spaces: in a header they would start a new header. */
export const onOneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** The stored form of a body: the text without its secret, and the number of the line that ends with it, from 0. */
export interface WrittenBody {
  text: string
  secret: string | null
  secretLine: number | null
  /** Numbers of the lines that are links, from 0. */
  linkLines: number[]
}

/** @throws when the lines contain more than one secret */
export function renderBody(paragraphs: readonly MailParagraph[], language = SOURCE_LANGUAGE): WrittenBody {
  const lines = paragraphs.flatMap((paragraph, index) => [
    ...(index === 0 ? [] : [{ text: '' }]),
    ...[paragraph].flat(),
  ])
  const [secret, another] = lines.filter((one: MailLine) => one.secret !== undefined)
  if (another) throw new Error('A message holds one secret at most')
  return {
    text: lines.map((one) => textIn(language, one)).join('\n'),
    secret: secret?.secret ?? null,
    secretLine: secret ? lines.indexOf(secret) : null,
    linkLines: lines.flatMap(({ isLink }: MailLine, index) => (isLink ? [index] : [])),
  }
}

/** The text with its secret, or with its placeholder. */
export function withSecret(text: string, secretLine: number | null, secret: string): string {
  return text
    .split('\n')
    .map((one, index) => (index === secretLine ? one + secret : one))
    .join('\n')
}
