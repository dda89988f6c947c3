import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Accessibility, ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { roleNames } from '#core/contract/roles.ts'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { AccommodatedLearner } from '../accommodations-contract.ts'
import { AccommodationDialog } from './AccommodationDialog.tsx'
import { accommodationsApi } from './client.ts'
import * as styles from './results.css.ts'
import { describeAccommodation } from './resultLabels.ts'

const route = getRouteApi('/shell/accommodations')
const PAGE_SIZE = 25

const CHANGE_LABELS = { label: 'Change', ofPerson: (name: string) => `Change how ${name} takes quizzes` }
const SHOW_LABELS = { label: 'Show', ofPerson: (name: string) => `Show how ${name} takes quizzes` }

const buildColumns = (onChange: (person: AccommodatedLearner) => void): readonly Column<AccommodatedLearner>[] => [
  {
    id: 'person',
    header: 'Person',
    isPrimary: true,
    cell: ({ name, role }) => (
      <span className={styles.cell}>
        <PersonName name={name} />
        <span className={styles.quiet}>{roleNames[role]}</span>
      </span>
    ),
  },
  {
    id: 'accommodation',
    header: 'Accommodations',
    cell: ({ accommodation, isHidden }) => {
      if (isHidden) return <span className={styles.quiet}>Opens with a reason</span>
      const lines = accommodation ? describeAccommodation(accommodation) : []
      if (lines.length === 0) return <span className={styles.quiet}>Standard</span>
      return (
        <span className={styles.badges}>
          {lines.map((line) => (
            <Badge key={line}>{line}</Badge>
          ))}
        </span>
      )
    },
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (person) => {
      const { label, ofPerson } = person.isHidden ? SHOW_LABELS : CHANGE_LABELS
      return (
        <Button size="small" aria-label={ofPerson(person.name)} onPress={() => onChange(person)}>
          {label}
        </Button>
      )
    },
  },
]

/** Lists accommodations in quizzes, by name. Reasons are not recorded here. */
export function AccommodationsPage() {
  // Platform staff read names alone, and cannot filter by accommodations, which they do not see.
  const isPlatformStaff = useUser().role === 'superadmin'
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['granted'] })
  const [chosen, setChosen] = useState<{ person: AccommodatedLearner; isOpen: boolean }>()
  const { search, granted } = address
  const people = useQuery({
    ...accommodationsApi.listAccommodations.page({
      query: { search, granted, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title="Accommodations"
      help="They apply to every quiz, including running attempts. Other learners never see them, and no reason is stored."
      above={
        <LinkButton href="/results" variant="quiet" size="small" icon={<ArrowLeft size={16} aria-hidden />}>
          Quiz Results
        </LinkButton>
      }
    >
      <ListScreen
        counted="people"
        list={list}
        query={people}
        search={{ placeholder: 'Search by name or email' }}
        filters={
          !isPlatformStaff && (
            <ListFilters
              list={list}
              address={address}
              filters={[
                {
                  name: 'granted',
                  label: 'Accommodations',
                  all: 'All people',
                  options: [{ id: 'true', label: 'With accommodations' }],
                },
              ]}
            />
          )
        }
        none={{
          icon: <Accessibility size={20} aria-hidden />,
          title: 'No people yet',
          children: 'Users of the organization are listed once they have an account.',
        }}
        noMatches="Try another part of a name or email, or all people."
      >
        {(shown) => (
          <PagedTable
            {...shown}
            columns={buildColumns((person) => setChosen({ person, isOpen: true }))}
            rowKey={({ userId }) => userId}
            page={list.page}
            pageSize={PAGE_SIZE}
            onPage={list.turnTo}
          />
        )}
      </ListScreen>
      {chosen && (
        <AccommodationDialog
          person={chosen.person}
          isOpen={chosen.isOpen}
          onClose={() => setChosen({ ...chosen, isOpen: false })}
        />
      )}
    </Page>
  )
}
