import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isStaff } from '#core/contract/roles.ts'
import { PageLink } from '#core/web/links.ts'
import { useUser } from '#core/web/session.ts'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { FigureRow } from '../../contract.ts'
import { FigureNames } from './FigureNames.tsx'
import type { ExplainingRows, Explanation } from './explanation.ts'
import { useZone } from './zone.ts'

const PAGE_SIZE = 10

interface FigureDialogProps {
  label: string
  explanation: Explanation
  onClose: () => void
}

/** Explains a number and lists the rows that it counts, each leading to its page. */
export function FigureDialog({ label, explanation, onClose }: FigureDialogProps) {
  const { meaning, page: whole } = explanation
  return (
    <Dialog
      title={label}
      help={meaning}
      size={'names' in explanation ? 'small' : 'large'}
      isOpen
      onOpenChange={onClose}
    >
      <DialogBody>
        {'table' in explanation && explanation.table}
        {'names' in explanation && <FigureNames explanation={explanation} onFollow={onClose} />}
        {'rows' in explanation && <Rows label={label} explanation={explanation} />}
      </DialogBody>
      {whole && (
        <DialogFooter>
          <LinkButton href={whole.href}>{whole.label}</LinkButton>
        </DialogFooter>
      )}
    </Dialog>
  )
}

function Rows({ label, explanation }: { label: string; explanation: ExplainingRows }) {
  const { counted } = explanation
  const [page, setPage] = useState(1)
  const zone = useZone()
  const { role } = useUser()
  const rows = useQuery({
    ...explanation.rows({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  return (
    <PagedTable
      label={label}
      query={rows}
      columns={columnsOf(explanation, zone, isStaff(role) || role === 'superadmin')}
      rowKey={({ id }) => id}
      page={page}
      pageSize={PAGE_SIZE}
      onPage={setPage}
      counted={counted}
      skeletons={4}
      empty={<EmptyState title={`No ${counted} to count`} />}
    />
  )
}

function columnsOf({ columns }: ExplainingRows, zone: string, isLinked: boolean): readonly Column<FigureRow>[] {
  const { name, about, at, amount } = columns
  return [
    { id: 'name', header: name, isPrimary: true, cell: (row) => (isLinked ? <RowLink row={row} /> : row.name) },
    ...(about ? [{ id: 'about', header: about, cell: (row: FigureRow) => row.about || '—' }] : []),
    ...(at ? [{ id: 'at', header: at, cell: (row: FigureRow) => <DateTime value={row.at} zone={zone} /> }] : []),
    ...(amount
      ? [{ id: 'amount', header: amount, align: 'end' as const, cell: (row: FigureRow) => amountText(row) }]
      : []),
  ]
}

const amountText = ({ amount, most }: FigureRow) => (most === null ? amount : `${amount} of ${most}`)

function RowLink({ row: { name, sessionId, studentId } }: { row: FigureRow }) {
  if (sessionId) {
    return (
      <PageLink to="/sessions/$id" params={{ id: sessionId }}>
        {name}
      </PageLink>
    )
  }
  if (!studentId) return name
  return (
    <PageLink to="/students/$id" params={{ id: studentId }}>
      {name}
    </PageLink>
  )
}
