import { describe, expect, it } from 'vitest'
import { NAME_WITH_ADDRESS, publicName, hasAddress, hasRoleName } from './names.ts'

describe('names of people', () => {
  it.each([
    'Ada King',
    "Siobhán O'Neill-Byrne",
    'J.R.R. Tolkien',
    'J. Smith',
    'Dr. Li',
    'Ravi s/o Kumar',
    'Ph.D. Ng',
    'นภา ใจดี',
    'Αθηνά',
    '李 雷',
    'Dot Commons',
    'Mary-Ann St. John',
  ])('%s has no address and no role in it', (name) => {
    expect(publicName('Name').safeParse(name).success).toBe(true)
    expect(hasRoleName(name)).toBe(false)
  })

  it.each([
    'ada@evil.example',
    '@ada',
    'Visit evil.com now',
    'evil . com',
    'bit.ly',
    't.co',
    'https://evil.example',
    'www.evil',
    'www evil',
    'ｅｖｉｌ．ｃｏｍ',
    'evil。com',
    'evil dot com',
    'evil punto com',
    'evil Punkt com',
    'evil point com',
    'evil.example/login',
  ])('%s is refused with a sentence', (name) => {
    expect(hasAddress(name)).toBe(true)
    expect(publicName('Name').safeParse(name).error?.issues[0]?.message).toBe(NAME_WITH_ADDRESS)
  })

  it.each(['Ada\u202eKing', 'Ada\u0007', 'Ada\nKing', '\u200b', ' ', 'A'.repeat(101)])('%j is refused', (name) => {
    expect(publicName('Name').safeParse(name).success).toBe(false)
  })

  it.each([
    'Admin',
    'ADMIN',
    'Ádmin',
    'Adm1n',
    'A d m i n',
    'Ad.min',
    'Аdmin',
    'Trellis Support',
    'The Principal',
    'Help Desk',
    'Instructor Ada',
    'Administrador',
    'Dirección Soporte',
    'Schulleitung',
    'Kundendienst',
    'Directrice',
    'Modérateur',
  ])('%s is kept for staff', (name) => {
    expect(hasRoleName(name)).toBe(true)
  })

  it('reserves the name of a renamed platform', () => {
    expect(hasRoleName('Harbour Learning', ['Harbour Learning'])).toBe(true)
    expect(hasRoleName('Ada Harbour', ['Harbour Learning'])).toBe(false)
  })
})
