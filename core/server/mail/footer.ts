import type { Env } from '#config/env.ts'
import type { MailClass } from '#core/contract/mail.ts'
import { line, link, type MailLine } from './body.ts'
import type { Brand } from './brand.ts'

const reasons: Record<MailClass, (where: string) => MailLine> = {
  security: (where) =>
    line`You get this email because it concerns sign-in or security at ${where}. It can’t be turned off.`,
  urgent: (where) => line`You get this email because ${where} marked it as urgent. It can’t be turned off.`,
  essential: (where) => line`You get this email because it concerns you or your child at ${where}.`,
  conversation: (where) => line`You get this email because you take part in a conversation at ${where}.`,
  news: (where) => line`You get this email because ${where} sends you news.`,
}

/** Classes of email that a recipient can turn off by a link. */
export const isOptional = (kind: MailClass): boolean => kind === 'news' || kind === 'conversation'

/** Page and, by POST, call that end email of one class for one recipient. */
export const UNSUBSCRIBE_PATH = '/email/unsubscribe'

/**
 * Lines below every email: who sends it, why, where to choose, how to unsubscribe, and the postal address. Email of the
 * platform itself names its sender.
 * @param token ends email of this class, for news and conversations alone
 */
export function footerOf(env: Env, brand: Brand, kind: MailClass, token: string | null): MailLine[][] {
  const { name, platformName, subdomain, postalAddress } = brand
  if (subdomain === null) return [[line`Sent by ${name}.`]]
  return [
    [line`Sent by ${name} with ${platformName}.`, reasons[kind](name)],
    ...(kind === 'security' ? [] : [[line`Choose which email you get:`, link(env, subdomain, '/profile')]]),
    ...(token === null
      ? []
      : [
          [
            kind === 'news' ? line`Unsubscribe from news:` : line`Unsubscribe from email about conversations:`,
            link(env, subdomain, UNSUBSCRIBE_PATH, token),
          ],
        ]),
    ...(postalAddress === '' ? [] : [postalAddress.split('\n').map((part) => line`${part}`)]),
  ]
}
