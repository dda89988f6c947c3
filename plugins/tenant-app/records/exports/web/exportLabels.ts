import { sizeText } from '#core/contract/sizes.ts'
import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { DataExport } from '../contract.ts'

export const statusLabels: Record<DataExport['status'], { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Waiting', tone: 'blue' },
  running: { label: 'Being made', tone: 'blue' },
  ready: { label: 'Ready', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  cancelled: { label: 'Stopped', tone: 'neutral' },
  expired: { label: 'Deleted', tone: 'neutral' },
}

export const isUnderWay = ({ status }: Pick<DataExport, 'status'>) => status === 'waiting' || status === 'running'

/** Formats the known contents: '12,034 rows, 210 files, 48.2 MB'. */
export function contentsText({ rowCount, fileCount, missingCount, size }: DataExport): string {
  if (rowCount === null || size === null) return ''
  const files = fileCount ?? 0
  return [
    `${rowCount.toLocaleString()} rows`,
    `${files.toLocaleString()} ${files === 1 ? 'file' : 'files'}`,
    ...(missingCount ? [`${missingCount.toLocaleString()} missing`] : []),
    sizeText(size),
  ].join(', ')
}
