import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { Pagination } from '#core/web/ui/lists/Pagination.tsx'
import { MAX_ERASED_PLACES, type ErasurePlace } from '../../records/erasure/contract.ts'
import * as styles from './ErasureOutlook.css.ts'
import { erasureApi, type ErasedPerson } from './erasureClient.ts'
import { capitalize } from './capitalize.ts'

const PAGE_SIZE = 10

interface ErasurePlacesProps extends ErasedPerson {
  name: string
  /** Ids of places in which the name is replaced. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Lists other users' texts with the name, in pages; the admin chooses those in which it is replaced. */
export function ErasurePlaces({ kind, id, name, chosen, onChange }: ErasurePlacesProps) {
  const [page, setPage] = useState(1)
  const query = { kind, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const places = useQuery({
    ...erasureApi.listErasurePlaces.page({ params: { id }, query }),
    placeholderData: keepPreviousData,
  })
  const { data, error, refetch } = places
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} isFrameless /> : <Skeleton height={120} />
  const { rows, total = rows.length } = data
  if (total === 0) return <p className={styles.quiet}>No texts of others include “{name}”.</p>
  const here = new Set(rows.map((row) => row.id))
  return (
    <>
      <CheckboxGroup
        label="Replace the name in"
        help={total === MAX_ERASED_PLACES ? `The first ${total.toLocaleString('en')} places are listed.` : undefined}
        options={rows.map((row) => ({
          id: row.id,
          label: <PlaceLabel place={row} />,
          description: <Excerpt place={row} />,
        }))}
        value={chosen.filter((one) => here.has(one))}
        onChange={(onPage) => onChange([...chosen.filter((one) => !here.has(one)), ...onPage])}
      />
      {total > PAGE_SIZE && (
        <Pagination label="places" page={page} pageSize={PAGE_SIZE} total={total} onChange={setPage} />
      )}
      <p className={styles.quiet} role="status">
        {chosen.length} of {total.toLocaleString('en')} chosen
      </p>
    </>
  )
}

function PlaceLabel({ place: { kind, record } }: { place: ErasurePlace }) {
  return (
    <>
      {capitalize(kind)}
      {record !== '' && ` (${record})`}
    </>
  )
}

function Excerpt({ place: { excerpt, count } }: { place: ErasurePlace }) {
  return (
    <>
      {addStarts(excerpt).map(({ text, isName, start }) => (isName ? <mark key={start}>{text}</mark> : text))}
      {count > 1 && ` (${count} times)`}
    </>
  )
}

/** Adds the unique start of each part. */
const addStarts = (excerpt: ErasurePlace['excerpt']) =>
  excerpt.map((part, index) => ({
    ...part,
    start: excerpt.slice(0, index).reduce((sum, { text }) => sum + text.length, 0),
  }))
