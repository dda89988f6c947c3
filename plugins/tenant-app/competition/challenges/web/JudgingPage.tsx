import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeft, Gavel } from 'lucide-react'
import { useState } from 'react'
import { PageLink, PageLinkButton } from '#core/web/links.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { SearchField } from '#core/web/ui/fields/SearchField.tsx'
import { useReportUnsaved } from '#core/web/ui/forms/unsavedChanges.ts'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { Pagination } from '#core/web/ui/lists/Pagination.tsx'
import type { JudgedStudent, Judging } from '../judging-contract.ts'
import { JudgingSheet, type JudgingDraft } from './JudgingSheet.tsx'
import * as styles from './Judging.css.ts'
import { judgesText, resultLabels } from './challengeLabels.ts'
import { judgingApi } from './client.ts'

const route = getRouteApi('/shell/challenges/$id/judging')
const PAGE_SIZE = 50
/** Milliseconds between polls for other judges' progress. */
const POLL_INTERVAL_MS = 20_000

/** Screen of a judge: the students to score, and the criteria for the selected one; both are in the address. */
export function JudgingPage() {
  const { id } = route.useParams()
  return <JudgingOf key={id} id={id} />
}

function JudgingOf({ id }: { id: string }) {
  // Drafts by student: a judge who looks at another student in between keeps unsaved points.
  const [drafts, setDrafts] = useState<ReadonlyMap<string, JudgingDraft>>(new Map())
  useReportUnsaved(drafts.size > 0)
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: [] })
  const { search, student: chosen } = address
  const judging = useQuery({
    ...judgingApi.getJudging({
      params: { id },
      query: { search: search || undefined, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_INTERVAL_MS,
  })
  const { data } = judging
  const student = data?.students.find((one) => one.id === chosen)
  const choose = (next: string | undefined) =>
    void navigate({ search: (now) => ({ ...now, student: next }), replace: true, resetScroll: false })
  const next = data && student && nextOf(data, student)
  return (
    <Page
      title={data?.title ?? 'Judging'}
      help={data ? <InShort judging={data} /> : <Skeleton width={240} height={20} />}
      above={<Breadcrumbs trail={[{ label: 'Challenges', href: '/challenges' }]} current="Judging" />}
      actions={
        <PageLinkButton to="/challenges/scores" search={{ challenges: id }}>
          Scores
        </PageLinkButton>
      }
    >
      {judging.error && !data && <ErrorState error={judging.error} onRetry={judging.refetch} />}
      {judging.isPending && <Skeleton height={400} />}
      {data && (
        <div className={styles.page} data-chosen={student !== undefined}>
          <nav aria-label="Students" className={styles.students}>
            <SearchField label="Search students" placeholder="Search students by name" {...list.searchField} />
            <Students judging={data} chosen={chosen} drafts={drafts} isSearched={Boolean(search)} />
            {data.totalStudents > PAGE_SIZE && (
              <Pagination
                label="students"
                page={list.page}
                pageSize={PAGE_SIZE}
                total={data.totalStudents}
                onChange={list.turnTo}
              />
            )}
          </nav>
          <div className={styles.sheet}>
            {student ? (
              <>
                <span className={styles.back}>
                  <PageLinkButton
                    to="/challenges/$id/judging"
                    params={{ id }}
                    search={{ ...address, student: undefined }}
                    icon={<ArrowLeft size={16} aria-hidden />}
                  >
                    All students
                  </PageLinkButton>
                </span>
                <JudgingSheet
                  key={student.id}
                  judging={data}
                  student={student}
                  draft={drafts.get(student.id)}
                  onDraft={(draft) => setDrafts((before) => withDraft(before, student.id, draft))}
                  next={next?.id}
                  onNext={() => choose(next?.id)}
                />
              </>
            ) : (
              <EmptyState icon={<Gavel size={20} aria-hidden />} title="Choose a student">
                {data.isJudge
                  ? 'You score independently. Scores of the other judges are shown once all of you have scored.'
                  : 'Shows which judges have scored. Scores appear once all judges have scored.'}
              </EmptyState>
            )}
          </div>
        </div>
      )}
    </Page>
  )
}

function withDraft(
  drafts: ReadonlyMap<string, JudgingDraft>,
  studentId: string,
  draft: JudgingDraft | undefined,
): ReadonlyMap<string, JudgingDraft> {
  const others = [...drafts].filter(([id]) => id !== studentId)
  return new Map(draft ? [...others, [studentId, draft]] : others)
}

/** Returns the next student for the caller to score: after the present one, then from the beginning. */
function nextOf({ students }: Judging, { id }: JudgedStudent): JudgedStudent | undefined {
  const at = students.findIndex((one) => one.id === id)
  return [...students.slice(at + 1), ...students.slice(0, at)].find(({ own }) => own === null)
}

function InShort({ judging: { judges, resultBy, maxScore, isActive } }: { judging: Judging }) {
  if (judges.length === 0) return 'This challenge has no judges. Add judges when you edit it.'
  const names = judges.map(({ name }) => name).join(', ')
  return `Judged by ${names}. ${resultLabels[resultBy]}, up to ${maxScore}.${isActive ? '' : ' It is archived.'}`
}

interface StudentsProps {
  judging: Judging
  chosen: string | undefined
  drafts: ReadonlyMap<string, JudgingDraft>
  isSearched: boolean
}

function Students({ judging: { id, students, judges, isJudge }, chosen, drafts, isSearched }: StudentsProps) {
  const address = route.useSearch()
  if (students.length === 0) {
    return <EmptyState title={isSearched ? 'No students match' : 'No students yet'} />
  }
  return (
    <ul className={styles.list}>
      {students.map((student) => {
        const { given, missing, own, result } = student
        const of = given + missing.length
        return (
          <li key={student.id} className={styles.item} data-chosen={student.id === chosen}>
            <PageLink
              to="/challenges/$id/judging"
              params={{ id }}
              search={{ ...address, student: student.id }}
              aria-current={student.id === chosen ? 'true' : undefined}
            >
              <PersonName name={`${student.firstName} ${student.lastName}`} />
            </PageLink>
            <span className={styles.state}>
              {drafts.has(student.id) && <Badge tone="amber">Not saved</Badge>}
              {isJudge && own !== null && <Badge tone="green">Scored</Badge>}
              {result === null ? judges.length > 0 && judgesText(given, of) : `Result ${result}`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
