import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { StudentImport } from '../contract.ts'

/** Shows an import's state, and the next step. */
export function ImportState({ file }: { file: StudentImport }) {
  const zone = useZone()
  const { status, counts, progress, keptCount, undoUntil, questions, format } = file
  const due = counts.new + counts.changed
  switch (status) {
    case 'importing':
      return (
        <ProgressBar
          label={format === 'oneroster' ? 'Importing the roster' : 'Importing students'}
          value={progress}
          max={due}
          valueText={`${progress.toLocaleString()} of ${due.toLocaleString()}`}
        />
      )
    case 'done':
      return (
        <Banner tone="success" title={format === 'oneroster' ? 'The roster is imported' : 'The students are imported'}>
          {undoUntil === null ? (
            'It cannot be undone any more.'
          ) : (
            <>
              It can be undone until <DateTime value={undoUntil} zone={zone} />. Guardians are saved as contacts; none
              were invited.
            </>
          )}
        </Banner>
      )
    case 'failed':
      return (
        <Banner tone="error" title="The import failed">
          Nothing was imported. Try again. If it fails again, check the rows.
        </Banner>
      )
    case 'undone':
      return (
        <Banner tone={keptCount > 0 ? 'warn' : 'info'} title="The import is undone">
          {keptCount > 0
            ? `${keptCount.toLocaleString()} of its rows could not be undone; the table says why.`
            : 'All data is as before.'}
        </Banner>
      )
    case 'ready':
      if (format === 'oneroster') return due === 0 ? <Banner tone="info" title="Nothing to change" /> : null
      return counts.wrong > 0 && questions.length === 0 ? (
        <Banner
          tone="warn"
          title={counts.wrong === 1 ? '1 row has errors' : `${counts.wrong.toLocaleString()} rows have errors`}
        >
          Rows with errors will be skipped. To import them later, correct the file and choose it again.
        </Banner>
      ) : null
  }
}
