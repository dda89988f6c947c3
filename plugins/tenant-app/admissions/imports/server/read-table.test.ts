import { describe, expect, it } from 'vitest'
import { detectDateOrder, parseDate } from './columns.ts'
import { listEncodingChoices } from './encodings.ts'
import { readTable } from './read-table.ts'

/** Encodes a text by inverting the decoder for each byte and pair of bytes. */
function encode(text: string, label: string): Buffer {
  const decoder = new TextDecoder(label)
  const codes = new Map<string, number[]>()
  const learn = (bytes: number[]) => {
    const letter = decoder.decode(Uint8Array.from(bytes))
    if (Array.from(letter).length === 1 && !codes.has(letter)) codes.set(letter, bytes)
  }
  for (let byte = 0; byte < 256; byte++) learn([byte])
  if (/^(?:shift_jis|gbk|big5|euc-kr)$/.test(label)) {
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) learn([lead, trail])
  }
  return Buffer.from(Array.from(text).flatMap((letter) => codes.get(letter) ?? []))
}

const table = (first: string, last: string) => `First name,Last name\r\n${first},${last}\r\n`
const rowsOf = async (bytes: Buffer | string) => (await readTable(Buffer.from(bytes))).rows

describe('readTable', () => {
  it.each([
    ['windows-1250', 'Windows-1250', 'Łukasz', 'Dvořák'],
    ['windows-1251', 'Windows-1251', 'Андрій', 'Ёлкин'],
    ['windows-1252', 'Windows-1252', 'José', 'Müller'],
    ['windows-1253', 'Windows-1253', 'Γιώργος', 'Παπαδόπουλος'],
    ['windows-1254', 'Windows-1254', 'Işıl', 'Şahin'],
    ['windows-1255', 'Windows-1255', 'דוד', 'כהן'],
    ['windows-1256', 'Windows-1256', 'أحمد', 'علي'],
    ['macintosh', 'Mac Roman', 'José', 'Müller'],
    ['shift_jis', 'Shift-JIS', '太郎', '山田'],
    ['gbk', 'GBK', '小明', '王'],
    ['big5', 'Big5', '小華', '陳'],
    ['euc-kr', 'EUC-KR', '민준', '김'],
  ] as const)('offers %s among the readings of its bytes', async (label, encoding, first, last) => {
    const bytes = encode(table(first, last), label)
    const choices = listEncodingChoices(bytes)
    expect(choices.map(({ sample }) => sample)).toContain(`${first},${last}`)
    const { rows } = await readTable(bytes, { encoding })
    expect(rows).toEqual([[first, last]])
  })

  it.each([
    ['UTF-16 without a mark', Buffer.from(table('Ana', 'One'), 'utf16le'), ['Ana', 'One']],
    ['UTF-16 of the other order', Buffer.from(table('Ana', 'One'), 'utf16le').swap16(), ['Ana', 'One']],
    ['UTF-16 with few letters of ASCII', Buffer.from('الاسم,العائلة\r\nأحمد,علي\r\n', 'utf16le'), ['أحمد', 'علي']],
    ['UTF-16 of Chinese names', Buffer.from('名,姓\r\n一一,王\r\n', 'utf16le'), ['一一', '王']],
    ['a tab as separator', 'sep=\t\r\nFirst name\tLast name\r\nAna\tOne\r\n', ['Ana', 'One']],
    ['a quoted separator', '"sep=;"\r\nFirst name;Last name\r\nAna;One\r\n', ['Ana', 'One']],
    ['lines that end in two ways', 'First name,Last name\r\nAna,One\n', ['Ana', 'One']],
    ['lines of old Macs', 'First name,Last name\rAna,One\r', ['Ana', 'One']],
    ['spaces of all widths', 'First name,Last name\n\u3000Ana\u00a0B\u2009,\ufeffO\u200bne\u202f\n', ['Ana B', 'One']],
    ['empty columns at the end', 'First name,Last name,,\nAna,One,,\n', ['Ana', 'One']],
    ['a nickname in quotes', 'First name,Last name\nAna "Annie" B,One\n', ['Ana "Annie" B', 'One']],
    ['quotes that are doubled', 'First name,Last name\n"Ana ""Annie""",One\n', ['Ana "Annie"', 'One']],
    ['a line break in a cell', 'First name,Last name\n"Ana\nB",One\n', ['Ana\nB', 'One']],
    ['joiners of Sinhala', 'First name,Last name\nශ්‍රී,ලංකා\n', ['ශ්‍රී', 'ලංකා']],
    ['letters with marks apart', 'First name,Last name\nJose\u0301,Mu\u0308ller\n', ['José', 'Müller']],
  ])('understands %s', async (_, bytes, row) => {
    expect(await rowsOf(bytes)).toEqual([row])
  })
})

describe('parseDate', () => {
  it.each([
    ['2015-3-4', '2015-03-04'],
    ['2015/03/04', '2015-03-04'],
    ['2015.03.04.', '2015-03-04'],
    ['2015. 3. 4.', '2015-03-04'],
    ['2015年3月4日', '2015-03-04'],
    ['2015년 3월 4일', '2015-03-04'],
    ['20150304', '2015-03-04'],
    ['2015-03-04T00:00:00Z', '2015-03-04'],
    ['4.3.2015', '2015-03-04'],
    ['4. 3. 2015', '2015-03-04'],
    ['4/3/15', '2015-03-04'],
    ['4/3/2015 0:00', '2015-03-04'],
    ['4/3/2015 12:00:00 AM', '2015-03-04'],
    ['04-Mar-15', '2015-03-04'],
    ['04/Mar/2015', '2015-03-04'],
    ['March 4, 2015', '2015-03-04'],
    ['4 de marzo de 2015', '2015-03-04'],
    ['٤/٣/٢٠١٥', '2015-03-04'],
    ['４／３／２０１５', '2015-03-04'],
    ['42067', '2015-03-04'],
    ["'2015-03-04", '2015-03-04'],
    ['4.3.2015 г.', '2015-03-04'],
    ['4 марта 2015 г.', '2015-03-04'],
    ['4 березня 2015 р.', '2015-03-04'],
    ['4 Μαρτίου 2015', '2015-03-04'],
    ['2015. március 4.', '2015-03-04'],
    ['1er mars 2015', '2015-03-01'],
    ['4th of March 2015', '2015-03-04'],
    ['1º de marzo de 2015', '2015-03-01'],
    ['Wednesday, March 4, 2015', '2015-03-04'],
    ['31/2/2015', undefined],
    ['4/3/99', '1999-03-04'],
    ['1234', undefined],
    ['99999', '2173-10-13'],
    ['spring', undefined],
  ])('reads “%s” as %s where the day is first', (text, day) => {
    expect(parseDate(text, 'day-first', 2026)).toBe(day)
  })

  it('asks about digits of any script that fit both orders', () => {
    expect(detectDateOrder(['٤/٣/٢٠١٥'], 'day-first')).toEqual({ order: 'day-first', isDecided: false })
    expect(detectDateOrder(['4. 3. 2015'], 'month-first')).toEqual({ order: 'day-first', isDecided: true })
    expect(detectDateOrder(['4/3/2015 12:00 a.m.'], 'month-first')).toEqual({ order: 'month-first', isDecided: false })
  })
})
