import { Readable } from 'node:stream'
import type { TableFormat } from '../../contract/table-format.ts'
import { csvHead, csvLine } from '../csv.ts'
import { writeWorkbook, XLSX_TYPE, type Sheet } from '../xlsx-writer.ts'
import { FileAnswer } from './answers.ts'

interface Table extends Sheet {
  /** Name of the file without its ending. */
  filename: string
}

/** A table for spreadsheets, made while it is sent. `now` is the time of a workbook's parts. */
export function tableAnswer(format: TableFormat, { filename, ...sheet }: Table, now: Date): FileAnswer {
  if (format === 'csv') {
    return csvLinesAnswer(
      filename,
      sheet.columns.map(({ heading }) => heading),
      linesOf(sheet),
    )
  }
  return new FileAnswer(XLSX_TYPE, writeWorkbook(sheet, now), headersOf(`${filename}.xlsx`))
}

async function* linesOf({ batches }: Sheet): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.map(csvLine).join('')
}

/** CSV of lines that `csvLine` wrote. Every CSV that leaves is made here, with its mark and headings. */
export function csvLinesAnswer(
  filename: string,
  headings: readonly string[],
  lines: Iterable<string> | AsyncIterable<string>,
): FileAnswer {
  async function* chunks(): AsyncGenerator<string> {
    yield csvHead(headings)
    yield* lines
  }
  return new FileAnswer(
    'text/csv; charset=utf-8',
    Readable.from(chunks(), { objectMode: false }),
    headersOf(`${filename}.csv`),
  )
}

const headersOf = (filename: string) => ({
  'content-disposition': `attachment; filename="${filename}"`,
  'cache-control': 'no-store',
})
