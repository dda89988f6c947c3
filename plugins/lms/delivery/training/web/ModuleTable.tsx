import { useState } from 'react'
import { DataTable } from '#core/web/ui/lists/DataTable.tsx'
import type { QueryLike } from '#core/web/ui/lists/queryLike.ts'
import type { TrainingModule } from '../contract.ts'
import { moduleColumns } from './moduleColumns.tsx'
import { TrainingNotesDialog } from './TrainingNotesDialog.tsx'

interface ModuleTableProps {
  instructorId: string
  modules: readonly TrainingModule[]
  query: QueryLike
}

/** Lists an instructor's modules of projects, with notes; renders nothing if there are none. */
export function ModuleTable({ instructorId, modules, query }: ModuleTableProps) {
  const [edited, setEdited] = useState<TrainingModule>()
  if (modules.length === 0) return null
  return (
    <>
      <DataTable
        label="Modules of projects"
        columns={moduleColumns(setEdited)}
        rows={modules}
        rowKey={({ projectId, moduleId }) => `${projectId} ${moduleId}`}
        query={query}
        skeletons={4}
        empty={null}
      />
      <TrainingNotesDialog instructorId={instructorId} module={edited} onClose={() => setEdited(undefined)} />
    </>
  )
}
