import { useQuery } from '@tanstack/react-query'
import { isTyped } from '../../../authoring/questions/web/answering/answerLabels.ts'
import { QuestionText } from '../../../authoring/questions/web/QuestionText.tsx'
import { QuestionPictures } from '../../../authoring/questions/web/QuestionPictures.tsx'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { AnswersError } from '../../attempts/web/AnswersError.tsx'
import type { AttemptItem, AttemptSeen } from '../contract.ts'
import { attemptStateLabels } from '../states-contract.ts'
import { answerLines } from './answerLines.ts'
import { resultsApi } from './client.ts'
import * as styles from './results.css.ts'
import { attemptTones } from './resultLabels.ts'
import { formatScore } from '../../../shared/web/percentOf.ts'

const route = getRouteApi('/shell/results/attempts/$attemptId')

/** Renders an attempt as its graders see it. */
export function AttemptPage() {
  const params = route.useParams()
  const attempt = useQuery({ ...resultsApi.seeAttempt({ params }), staleTime: 0 })
  const { data } = attempt
  return (
    <Page
      title={data ? `${data.lesson}, attempt ${data.number}` : 'Attempt'}
      help={data && `${data.name} · ${data.course}`}
      above={
        <LinkButton
          href={data ? `/results/${data.courseId}/${data.lessonId}/${data.userId}` : '/results'}
          variant="quiet"
          size="small"
          icon={<ArrowLeft size={16} aria-hidden />}
        >
          {data?.name ?? 'Quiz Results'}
        </LinkButton>
      }
    >
      {attempt.error?.status === 404 ? (
        <EmptyState title="Attempt not found">It no longer exists, or you do not have access to it.</EmptyState>
      ) : attempt.error && !data ? (
        <AnswersError error={attempt.error} onRetry={attempt.refetch} />
      ) : data ? (
        <>
          <About attempt={data} />
          {data.items.map((item) => (
            <Item key={item.item} item={item} />
          ))}
        </>
      ) : (
        <Skeleton height={480} />
      )}
    </Page>
  )
}

function About({ attempt }: { attempt: AttemptSeen }) {
  const { state, score, scoreBeforeRegrade, points, maxPoints, startedAt, finishedAt } = attempt
  return (
    <Card title="History">
      <Facts
        facts={[
          [
            'State',
            <Badge key="state" tone={attemptTones[state]}>
              {attemptStateLabels[state]}
            </Badge>,
          ],
          ['Score', `${formatScore(score)} (${points ?? '—'} of ${maxPoints} points)`],
          ...(scoreBeforeRegrade === null ? [] : [['Before regrading', formatScore(scoreBeforeRegrade)] as const]),
          ['Begun', <DateTime key="begun" value={startedAt} />],
          ['Submitted', <DateTime key="handed-in" value={finishedAt} />],
        ]}
      />
    </Card>
  )
}

function Item({ item: { item, question, answer, files, verdict } }: { item: AttemptItem }) {
  const given = answerLines(question, answer)
  const right = answerLines(question, verdict.solution)
  const accepted = verdict.accepted.flat()
  return (
    <Card title={`Question ${item}`} help={`${verdict.points ?? '—'} of ${question.points} points`}>
      <QuestionPictures pictures={question.pictures} />
      <p className={styles.prompt}>
        <QuestionText text={question.prompt} />
      </p>
      <Facts
        facts={[
          [
            'Answer',
            given.length === 0 ? (
              'None'
            ) : (
              <Lines key="answer" lines={given} isPlain={answer !== null && isTyped(answer)} />
            ),
          ],
          ...(files.length > 0 ? [['Files', <Files key="files" files={files} />] as const] : []),
          [
            'Graded',
            <Badge key="graded" tone={verdict.isRight ? 'green' : verdict.points === null ? 'amber' : 'neutral'}>
              {verdict.points === null ? 'Waits for a grade' : verdict.isRight ? 'Right' : 'Not fully correct'}
            </Badge>,
          ],
          ...(right.length > 0 && !verdict.isRight
            ? [['Correct answer', <Lines key="right" lines={right} />] as const]
            : []),
          ...(accepted.length > 0 ? [['Accepted', accepted.join(', ')] as const] : []),
          ...(verdict.comment === '' ? [] : [['Comment', verdict.comment] as const]),
        ]}
      />
    </Card>
  )
}

/** Renders the lines as one text: their order matters, and two may be equal, so that they have no keys. */
const Lines = ({ lines, isPlain = false }: { lines: readonly string[]; isPlain?: boolean }) => (
  <p className={styles.text}>{isPlain ? lines.join('\n') : <QuestionText text={lines.join('\n')} />}</p>
)

const Files = ({ files }: Pick<AttemptItem, 'files'>) => (
  <ul className={styles.lines}>
    {files.map(({ id, name, url }) => (
      <li key={id}>
        <TextLink href={url}>{name}</TextLink>
      </li>
    ))}
  </ul>
)
