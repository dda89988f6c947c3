import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readWorkbookInThread } from './workbook-thread.ts'
import { writeWorkbook } from './xlsx-writer.ts'
import { UnreadableWorkbook } from './xlsx.ts'

const ROWS = 200

test('workbooks are read one after the other in threads of their own, and what is none is said in words', async () => {
  const rows = Array.from({ length: ROWS }, (_, at) => [`Ava ${at}`, at])
  const columns = [{ heading: 'Name' }, { heading: 'Number' }]
  const bytes = await buffer(writeWorkbook({ name: 'Students', columns, batches: [rows] }, new Date()))
  const [all, some, none] = await Promise.allSettled([
    readWorkbookInThread(bytes, ROWS + 1),
    readWorkbookInThread(bytes, 2),
    readWorkbookInThread(bytes.subarray(0, 200), 2),
  ])
  expect(all).toMatchObject({ value: [['Name', 'Number'], ...rows.map(([name, at]) => [name, String(at)])] })
  expect(some).toMatchObject({ value: { length: 2 } })
  expect(none).toMatchObject({ reason: expect.any(UnreadableWorkbook) })
})

test('more workbooks than wait for their turn are refused at once', async () => {
  const all = await Promise.allSettled(Array.from({ length: 13 }, () => readWorkbookInThread(Buffer.from('PK'), 1)))
  expect(all.slice(-2)).toMatchObject([{ reason: { code: 'busy' } }, { reason: { code: 'busy' } }])
})
