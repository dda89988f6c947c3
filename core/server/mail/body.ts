import type { Env } from '#config/env.ts'
import { originOf } from '../tenancy/origin.ts'

/**
 * A line of a message; `line`, `link` and `secretLine` make them. What people have written stands in lines of text, an
 * address of the platform has a line to itself, and a secret is never looked for in what anybody wrote.
 */
export interface MailLine {
  readonly text: string
  /** A temporary password or the token of a single-use link, which ends the line and is in no text. */
  readonly secret?: string
  /** True for an address of the platform, which HTML shows as a link. */
  readonly isLink?: true
}

/** Lines that follow each other, with an empty one before the next paragraph. */
export type MailParagraph = MailLine | readonly MailLine[]

/** Text without a link. Names and the like in it stay on its line whatever they hold. */
export function line(text: TemplateStringsArray, ...values: readonly (string | number)[]): MailLine {
  return { text: onOneLine(String.raw({ raw: text }, ...values)) }
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

/** @param label what it is, up to the blank before it */
export const secretLine = (label: string, secret: string): MailLine => ({ text: onOneLine(label), secret })

/** Line breaks and other control characters become blanks: in a header they would begin another one. */
export const onOneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** A body as it is kept: the text without its secret, and the number of the line that ends with it, from 0. */
export interface WrittenBody {
  text: string
  secret: string | null
  secretLine: number | null
  /** Numbers of the lines that are links, from 0. */
  linkLines: number[]
}

/** @throws when more than one secret is in it */
export function renderBody(paragraphs: readonly MailParagraph[]): WrittenBody {
  const lines = paragraphs.flatMap((paragraph, index) => [
    ...(index === 0 ? [] : [{ text: '' }]),
    ...[paragraph].flat(),
  ])
  const [secret, another] = lines.filter((one: MailLine) => one.secret !== undefined)
  if (another) throw new Error('A message holds one secret at most')
  return {
    text: lines.map(({ text }) => text).join('\n'),
    secret: secret?.secret ?? null,
    secretLine: secret ? lines.indexOf(secret) : null,
    linkLines: lines.flatMap(({ isLink }: MailLine, index) => (isLink ? [index] : [])),
  }
}

/** The text with its secret, or with what stands for it. */
export function withSecret(text: string, secretLine: number | null, secret: string): string {
  return text
    .split('\n')
    .map((one, index) => (index === secretLine ? one + secret : one))
    .join('\n')
}
