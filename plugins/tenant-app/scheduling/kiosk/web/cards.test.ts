import { randomBytes } from 'node:crypto'
import { decodeQR } from 'qr/decode.js'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { CARD_PREFIX } from '../../../care/pickup-codes/contract.ts'

const SCALE = 6

test('the code of a card, as the portal shows it, is read by the decoder of browsers without one', () => {
  for (let made = 0; made < 20; made++) {
    const card = CARD_PREFIX + randomBytes(16).toString('base64url')
    const { data, size } = encode(card, { ecc: 'M', border: 3 })
    const width = size * SCALE
    const picture = new Uint8ClampedArray(width * width * 4).fill(255)
    for (let y = 0; y < width; y++) {
      for (let x = 0; x < width; x++) {
        if (data[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)])
          picture.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
      }
    }
    expect(decodeQR({ width, height: width, data: picture })).toBe(card)
  }
})
