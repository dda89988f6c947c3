import { describe, expect, test } from 'vitest'
import { DEFAULT_ACCENT } from '#core/contract/accent.ts'
import { contrast, parseHex } from '#core/contract/contrast.ts'
import type { Rgb } from '#core/contract/contrast.ts'
import { accentVariables } from './accent.ts'
import { palette } from './palette.ts'

const rgb = (hex: string): Rgb => {
  const parsed = parseHex(hex)
  if (!parsed) throw new Error(hex)
  return parsed
}
const ratio = (one: string, other: string) => contrast(rgb(one), rgb(other))
const schemes = ['light', 'dark'] as const
const accents = [DEFAULT_ACCENT, '#ffeb3b', '#000000', '#ffffff', '#00ff7f', '#e91e63', '#0b5', '#767676', '#1a237e']

describe.each(schemes)('accent in the %s scheme', (scheme) => {
  test.each(accents)('%s: text reads on both fills, the ink reads on every ground, the fill is seen', (hex) => {
    const { accent, accentHover, accentText, accentSubtle, accentInk } = accentVariables(hex)[scheme]
    const { canvas, surface, raised } = palette[scheme]
    expect(ratio(accentText, accent)).toBeGreaterThanOrEqual(4.5)
    expect(ratio(accentText, accentHover)).toBeGreaterThanOrEqual(4.5)
    for (const ground of [canvas, surface, raised]) expect(ratio(accent, ground)).toBeGreaterThanOrEqual(3)
    for (const ground of [canvas, surface, raised, accentSubtle]) {
      expect(ratio(accentInk, ground)).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe.each(schemes)('palette of the %s scheme', (scheme) => {
  const { canvas, surface, raised, sunken, hover, text, textMuted, borderStrong, ...rest } = palette[scheme]

  test('text and muted text read on every ground', () => {
    for (const ground of [canvas, surface, raised, sunken, hover]) {
      expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5)
      expect(ratio(textMuted, ground)).toBeGreaterThanOrEqual(4.5)
    }
  })

  test.each(['green', 'amber', 'red', 'blue', 'purple'] as const)('%s reads on its tint and on cards', (tone) => {
    for (const ground of [rest[`${tone}Subtle`], surface, canvas, raised]) {
      expect(ratio(rest[tone], ground)).toBeGreaterThanOrEqual(4.5)
    }
    expect(ratio(textMuted, rest[`${tone}Subtle`])).toBeGreaterThanOrEqual(4.5)
  })

  test('danger buttons read and the edge of a field is seen', () => {
    expect(ratio(rest.onRedFill, rest.redFill)).toBeGreaterThanOrEqual(4.5)
    expect(ratio(rest.onRedFill, rest.redFillHover)).toBeGreaterThanOrEqual(4.5)
    for (const ground of [surface, raised]) expect(ratio(borderStrong, ground)).toBeGreaterThanOrEqual(3)
  })
})

test('an accent that is no color gives the default', () => {
  expect(accentVariables('red; }')).toEqual(accentVariables(DEFAULT_ACCENT))
})
