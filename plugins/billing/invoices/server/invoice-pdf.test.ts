import { expect, vi } from 'vitest'
import { expectNoTransaction } from '#core/testing/connections.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { billing } from '../../plugin.ts'
import { invoicesOf } from '../../testing/subscriptions.ts'

const test = pluginTest([billing, tenants])

/** The first invoice of an organization with this name, as a super admin downloads it. */
async function invoiceOf(platform: TestPlatform, admin: Client, name: string): Promise<Buffer> {
  const { body } = await admin.post('/api/tenants', { name, plan: 'starter', adminEmail: 'ada@example.org' })
  return download(platform, admin, body.id)
}

async function download({ app }: TestPlatform, admin: Client, tenantId: string): Promise<Buffer> {
  const [invoice] = await invoicesOf(admin, tenantId)
  const { rawPayload } = await app.inject({
    method: 'GET',
    url: `/api/invoices/${invoice?.id}/pdf`,
    headers: { host: admin.host, cookie: admin.cookie },
  })
  return rawPayload
}

test.for([
  ['Polish', 'Łódź Żółć Ćwiczeń'],
  ['Greek', 'Εργαστήριο Ρομποτικής Ἀθηνᾶ'],
  ['Cyrillic', 'Київська школа їжаків Ґанок'],
  ['Vietnamese', 'Trường Sáng Tạo Đà Nẵng'],
  ['Turkish and Romanian', 'Işık Okulu Școală Țânțar'],
  ['combining marks', 'E\u0301cole Ame\u0301lie'],
])('%s letters are printed, and copied out again, as they are', async ([, name = ''], { platform }) => {
  const { lines, missing, fonts } = pdfText(await invoiceOf(platform, await platform.superAdmin(), name))
  expect(lines).toContain(name.normalize('NFC'))
  expect(missing).toBe(0)
  expect(fonts.length).toBeGreaterThan(0)
  expect(fonts.filter(({ isEmbedded, name: font }) => !isEmbedded || !font.includes('Inter'))).toEqual([])
})

test(
  'no letter of Latin, Greek or Cyrillic, nor a mark between letters, is drawn as an empty box',
  { timeout: 480_000 },
  async ({ platform }) => {
    const admin = await platform.superAdmin()
    const refusedInNames = /[\p{Bidi_Control}\p{Zl}\p{Zp}]/u
    // In batches of names with 200 characters.
    for (const [first, last] of [
      [0x100, 0x17f],
      [0x180, 0x1ff],
      [0x200, 0x24f],
      [0x370, 0x3ff],
      [0x400, 0x47f],
      [0x480, 0x4ff],
      [0x1e00, 0x1e9f],
      [0x1ea0, 0x1eff],
      [0x1f00, 0x1f7f],
      [0x1f80, 0x1fff],
      [0x2010, 0x205f],
      [0x20a0, 0x20bf],
    ] as const) {
      const name = Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
        .filter((letter) => !refusedInNames.test(letter))
        .join('')
      expect(pdfText(await invoiceOf(platform, admin, `x${name}`)).missing, name).toBe(0)
    }
  },
)

test.for([
  ['Japanese', '東京こども工房'],
  ['Arabic', 'مدرسة الأمل'],
  ['Amharic', 'የአዲስ ትምህርት ቤት'],
])('%s names are printed', async ([, name = ''], { platform }) => {
  const pdf = await invoiceOf(platform, await platform.superAdmin(), name)
  const { lines, missing } = pdfText(pdf)
  expect(Array.from(lines.join('')).filter((letter) => name.includes(letter)).length).toBeGreaterThanOrEqual(4)
  expect(lines).toContain('ada@example.org')
  expect(missing).toBe(0)
})

test('an invoice keeps its issuer, says what is due and how to pay, and is marked once it is paid', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const change = (settings: object) => admin.put('/api/settings', settings)
  await change({
    invoiceAddress: '1 Main Street\nAlbany, NY 12207',
    taxNumber: 'EIN 12-3456789',
    paymentDetails: 'Bank of North\n000123',
  })
  const open = pdfText(await invoiceOf(platform, admin, 'Kept And Paid')).lines
  expect(open).toEqual(
    expect.arrayContaining(['1 Main Street', 'Albany, NY 12207', 'EIN 12-3456789', 'Amount due', '000123']),
  )
  await change({ invoiceAddress: '2 Side Street', taxNumber: '', paymentDetails: '' })
  const [{ id: tenantId }] = (await admin.get('/api/tenants?search=Kept+And+Paid')).body
  const [invoice] = await invoicesOf(admin, tenantId)
  expect(open).toContain(`Reference: ${invoice?.number}`)
  await admin.post(`/api/subscriptions/${invoice?.subscriptionId}/record-payment`, {})
  const paid = pdfText(await download(platform, admin, tenantId)).lines
  expect(paid).toEqual(expect.arrayContaining(['1 Main Street', 'EIN 12-3456789', expect.stringMatching(/^PAID on /)]))
  expect(paid.filter((line) => /2 Side Street|Amount due|How to pay|Reference/.test(line))).toEqual([])
})

test('an invoice of a release that kept no issuer prints that of the settings', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await invoiceOf(platform, admin, 'Issued Long Ago')
  const [{ id: tenantId }] = (await admin.get('/api/tenants?search=Issued+Long+Ago')).body
  await query(platform.databaseUrl, 'update invoices set seller = null where tenant_id = $1', [tenantId])
  expect((await admin.put('/api/settings', { invoiceAddress: '3 Current Street' })).status).toBe(200)
  expect(pdfText(await download(platform, admin, tenantId)).lines).toContain('3 Current Street')
})

test('one invoice is the same file each time, and carries only the letters that it needs', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const pdf = await invoiceOf(platform, admin, 'Same Every Time')
  const [{ id }] = (await admin.get('/api/tenants?search=Same+Every+Time')).body
  expect((await download(platform, admin, id)).equals(pdf)).toBe(true)
  expect(pdf.length).toBeLessThan(100_000)
})

test('while an invoice is drawn its reader is in no transaction, which others may need', async ({ platform }) => {
  const make = vi.spyOn(platform.core.pdfs, 'make').mockImplementationOnce(async () => {
    await expectNoTransaction(platform.core)
    return Buffer.from('%PDF-')
  })
  expect((await invoiceOf(platform, await platform.superAdmin(), 'Drawn Afterwards')).toString()).toBe('%PDF-')
  make.mockRestore()
})
