import { z } from 'zod'

/** Files of tables: comma-separated values, and workbooks of Excel. */
export const tableFormats = ['csv', 'xlsx'] as const
export type TableFormat = (typeof tableFormats)[number]

export const tableFormatNames: Record<TableFormat, string> = { csv: 'CSV', xlsx: 'Excel' }

/** Query of an endpoint that answers a table as a file. */
export const tableQuery = z.object({ format: z.enum(tableFormats, 'Use csv or xlsx').default('csv') })
