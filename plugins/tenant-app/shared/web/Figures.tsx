import { lazy, Suspense, useState } from 'react'
import type { StatCardProps } from '#core/web/ui/layout/StatCard.tsx'
import { StatRow } from '#core/web/ui/layout/StatRow.tsx'
import type { QueryLike } from '#core/web/ui/lists/queryLike.ts'
import type { Explanation } from './explanation.ts'

const FigureDialog = lazy(async () => ({ default: (await import('./FigureDialog.tsx')).FigureDialog }))

/** A card that opens its explanation, or leads to the page with its rows. */
export interface ExplainedFigure extends Omit<StatCardProps, 'onPress'> {
  explanation?: Explanation
}

interface FiguresProps {
  query: QueryLike & { data: unknown }
  figures: readonly ExplainedFigure[]
}

/** Shows the numbers of one query in a row, each with its explanation. */
export function Figures({ query, figures }: FiguresProps) {
  const [opened, setOpened] = useState<string>()
  const shown = figures.find(({ label }) => label === opened)
  return (
    <>
      <StatRow
        query={query}
        stats={figures.map(({ explanation, ...card }) => ({
          ...card,
          ...(explanation && { onPress: () => setOpened(card.label) }),
        }))}
      />
      {shown?.explanation && (
        <Suspense>
          <FigureDialog label={shown.label} explanation={shown.explanation} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  )
}
