import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CalendarPlus, Copy, History, Pencil, Plus, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ViewSwitch } from '#core/web/ui/actions/ViewSwitch.tsx'
import type { EmptyStateProps } from '#core/web/ui/feedback/EmptyState.tsx'
import { CardsOrTable } from '#core/web/ui/lists/CardsOrTable.tsx'
import { ListScreen, type ListPosition } from '#core/web/ui/lists/ListScreen.tsx'
import { useListView, type ListView } from '#core/web/ui/lists/useListView.ts'
import type { sessionTimes } from '../contract.ts'
import type { SessionState } from '../state-contract.ts'
import { SessionCard } from './SessionCard.tsx'
import { sessionColumns } from './sessionColumns.tsx'
import { sessionsApi } from './client.ts'

/** Fills whole rows of two, three and four cards. */
const PAGE_SIZE = 24

type Time = (typeof sessionTimes)[number] | 'all'

const timeOptions = [
  { id: 'next' as const, label: 'Upcoming' },
  { id: 'past' as const, label: 'Past' },
  { id: 'all' as const, label: 'All' },
]

interface SessionCardsProps {
  list: ListPosition
  asked: {
    search: string | undefined
    status: SessionState | undefined
    projectId: string | undefined
    when: Time | undefined
  }
  zone: string
  searchPlaceholder: string
  filters: ReactNode
  /** Shows the switch of views, with the view of the list. */
  end: (view: ListView, choose: (view: ListView) => void) => ReactNode
  onTimeChange: (time: Time | undefined) => void
  onCreate: () => void
  onEdit: (id: string) => void
  onCopy: (id: string) => void
}

/** Reports whether sessions in that state are over. */
const isOver = (state: SessionState | undefined) => state === 'ended' || state === 'completed' || state === 'cancelled'

/** Sessions as cards or rows: what is not over, the next first; or what is past, or all of them, the latest first. */
export function SessionCards(props: SessionCardsProps) {
  const { list, asked, zone, searchPlaceholder, filters, end, onTimeChange, onEdit, onCopy } = props
  const usual = isOver(asked.status) ? 'all' : 'next'
  const { when = usual, ...rest } = asked
  const query = { ...rest, when: when === 'all' ? undefined : when }
  const sessions = useInfiniteQuery({
    ...sessionsApi.listSessions.infinite({ query, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  const [view, chooseView] = useListView('sessions', sessions)
  const isEmpty = sessions.data?.rows.length === 0 && !list.isFiltered
  // Without upcoming sessions there may be past ones.
  const any = useQuery({ ...sessionsApi.listSessions.page({ query: { limit: 1 } }), enabled: isEmpty })
  const hasAny = (any.data?.rows.length ?? 0) > 0
  return (
    <ListScreen
      counted="sessions"
      list={list}
      query={{ ...sessions, isPending: sessions.isPending || any.isLoading }}
      search={{ placeholder: searchPlaceholder }}
      filters={
        <>
          <ViewSwitch
            label="Time"
            options={timeOptions}
            value={when === 'upcoming' ? 'next' : when}
            onChange={(time) => onTimeChange(time === usual ? undefined : time)}
          />
          {filters}
        </>
      }
      end={end(view, chooseView)}
      none={noneOf(props, hasAny)}
      noMatches="Try another part of the name or of the location, or another time."
    >
      {(shown) => (
        <CardsOrTable
          {...shown}
          view={view}
          columns={sessionColumns(zone)}
          rowHref={({ id }) => `/sessions/${id}`}
          rowLabel={({ name }) => name}
          rowActions={({ id }) => [
            { label: 'Edit', icon: <Pencil size={16} aria-hidden />, onAction: () => onEdit(id) },
            {
              label: 'Manage Students',
              icon: <UsersRound size={16} aria-hidden />,
              href: `/sessions/${id}?tab=roster`,
            },
            { label: 'Duplicate', icon: <Copy size={16} aria-hidden />, onAction: () => onCopy(id) },
          ]}
        >
          {(session) => (
            <SessionCard
              session={session}
              zone={zone}
              onEdit={() => onEdit(session.id)}
              onCopy={() => onCopy(session.id)}
            />
          )}
        </CardsOrTable>
      )}
    </ListScreen>
  )
}

function noneOf({ asked, onCreate, onTimeChange }: SessionCardsProps, hasAny: boolean): EmptyStateProps {
  if (!hasAny) {
    return {
      icon: <CalendarPlus size={20} aria-hidden />,
      title: 'No sessions yet',
      children: 'A session has a time, a place and an instructor, and students who take part.',
      action: (
        <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={onCreate}>
          Create First Session
        </Button>
      ),
    }
  }
  const icon = <History size={20} aria-hidden />
  if (asked.when === 'past') return { icon, title: 'No past sessions', children: 'Sessions that are over are here.' }
  return {
    icon,
    title: 'No sessions ahead',
    children: 'All sessions are over.',
    action: <Button onPress={() => onTimeChange('past')}>Show past sessions</Button>,
  }
}
