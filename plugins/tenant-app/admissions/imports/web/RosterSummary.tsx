import { DataTable } from '#core/web/ui/lists/DataTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { outcomes, type StudentImport } from '../contract.ts'
import { rosterKindLabels, rosterOutcomeLabels } from './importLabels.ts'

type KindCounts = StudentImport['kinds'][number]

const columns: Column<KindCounts>[] = [
  { id: 'kind', header: 'Kind', cell: ({ kind }) => rosterKindLabels[kind], isPrimary: true },
  ...outcomes.map((outcome) => ({
    id: outcome,
    header: rosterOutcomeLabels[outcome].label,
    cell: (counts: KindCounts) => counts[outcome].toLocaleString(),
  })),
]

/** Counts the outcomes of a roster by kind, and lists its parts that are not imported. */
export function RosterSummary({ file: { kinds, remarks } }: { file: StudentImport }) {
  return (
    <Card title="Contents of the file">
      <DataTable label="Counts by kind" columns={columns} rows={kinds} rowKey={({ kind }) => kind} empty={null} />
      {remarks.length > 0 && (
        <ul>
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}
