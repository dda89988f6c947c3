import type { Env } from '#config/env.ts'
import { DEFAULT_ACCENT } from '#core/contract/accent.ts'
import { contrast, mix, parseHex, toHex, type Rgb } from '#core/contract/contrast.ts'
import type { GlobalSettings } from '#core/contract/settings.ts'
import { originOf } from '../tenancy/origin.ts'

/** The organization's data that its email shows. */
export interface Organization {
  name: string
  subdomain: string
  branding: Readonly<Record<string, unknown>>
  replyTo: string | null
  postalAddress: string
}

/** Look of an email: the organization's, or the platform's own. */
export interface Brand {
  name: string
  platformName: string
  /** Null for email of the platform itself. */
  subdomain: string | null
  logo: string | null
  /** Background of the button. */
  accent: string
  /** Text on the accent color. */
  onAccent: string
  replyTo: string
  postalAddress: string
}

const MIN_CONTRAST = 4.5
const white: Rgb = [255, 255, 255]
const black: Rgb = [17, 24, 39]

export function brandOf(env: Env, settings: GlobalSettings, organization: Organization | null): Brand {
  const { platformName, supportEmail } = settings
  const { accentColor, logoUrl } = organization?.branding ?? {}
  const logo = typeof logoUrl === 'string' ? `${originOf(env, organization?.subdomain ?? null)}${logoUrl}` : null
  return {
    name: organization?.name ?? platformName,
    platformName,
    subdomain: organization?.subdomain ?? null,
    // Email programs block images that are loaded without encryption.
    logo: logo?.startsWith('https://') ? logo : null,
    ...readableAccent(typeof accentColor === 'string' ? accentColor : DEFAULT_ACCENT),
    replyTo: organization?.replyTo ?? supportEmail,
    postalAddress: organization?.postalAddress ?? '',
  }
}

/** Darkens an accent color under white text until the text is legible; a light color gets dark text. */
export function readableAccent(color: string): { accent: string; onAccent: string } {
  const chosen = parseHex(color) ?? parseHex(DEFAULT_ACCENT) ?? black
  if (contrast(chosen, black) >= MIN_CONTRAST && contrast(chosen, white) < 3) {
    return { accent: toHex(chosen), onAccent: toHex(black) }
  }
  const share = [0, 0.1, 0.2, 0.3, 0.4, 0.5].find((part) => contrast(mix(chosen, black, part), white) >= MIN_CONTRAST)
  return { accent: toHex(mix(chosen, black, share ?? 1)), onAccent: toHex(white) }
}
