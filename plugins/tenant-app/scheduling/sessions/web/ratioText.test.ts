import { expect, test } from 'vitest'
import { ratioText } from './ratioText.ts'

const ratios = [
  [0, 1, '0 children here · 1 adult'],
  [1, 2, '1 child here · 2 adults'],
  [12, 1, '12 children here · 1 adult'],
  [12, 0, '12 children here · no adult assigned'],
  [12, null, '12 children here'],
] as const

for (const [here, adults, text] of ratios) {
  test(`${here} children and ${adults} adults: ${text}`, () => {
    expect(ratioText(here, adults)).toBe(text)
  })
}
