import { expect, test } from 'vitest'
import { flagsOf } from './flags.ts'

test.each([
  ['call me at 555 123 4567', ['phone']],
  ['+49 (0)170-1234567', ['phone']],
  ['mine is ０１７０ １２３４５６７', ['phone']],
  ['٠١٧٠١٢٣٤٥٦٧', ['phone']],
  ['5\u200b551\u200b234567', ['phone']],
  ['write to mia.bell@mail.example', ['email']],
  ['mia (at) school [dot] org', ['email']],
  ['mia at school dot com', ['email']],
  ['look at https://example.com/x', ['link']],
  ['www.example', ['link']],
  ['it is on cats.example.tv now', ['link']],
  ['I live at 12 Old Mill Road', ['address']],
  ['come to 221b Baker St today', ['address']],
  ['Wir wohnen Hauptstraße 12', ['address']],
  ['12 rue de la Paix', ['address']],
  ['Calle Mayor 5', ['address']],
  ['PO Box 12', ['address']],
  ['Call 555-123-4567 or mia@school.org', ['phone', 'email']],
])('%s is held', (text, flags) => {
  expect(flagsOf(text)).toEqual(flags)
})

test.each([
  'We tried 3 arches on 2026-11-23 and 4 on 24.11.2026.',
  'From 1990 - 2000 it held 1,250,000 cars.',
  'It is 3.14159 times as long.',
  'The arch holds.The beam does not.',
  'Two people at the school dot the paper.',
  'We came in 2nd place with 12 points.',
  'Version 1.2.3 of the plan, 10:30 to 11:45',
])('%s is not', (text) => {
  expect(flagsOf(text)).toEqual([])
})
