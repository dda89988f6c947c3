import { roleNames } from '#core/contract/roles.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import type { WaitingPost } from '../moderation-contract.ts'
import * as styles from './Discussion.css.ts'
import { reasonLabels } from './discussionLabels.ts'

interface WaitingRowProps {
  post: WaitingPost
  isPending: boolean
  onApprove: () => void
  onRemove: () => void
  onHold: () => void
}

/** Renders a post of the queue, the reasons why it is there, and its actions. */
export function WaitingRow({ post, isPending, onApprove, onRemove, onHold }: WaitingRowProps) {
  const { author, course, lesson, text, repliesTo, heldBecause, reports, heldUntil, createdAt } = post
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys of the queue act on the one with the focus
    <li tabIndex={0} className={styles.post} aria-label={`Post of ${author.name}`}>
      <div className={styles.about}>
        <PersonName className={styles.name} name={author.name} />
        <span>{roleNames[author.role]}</span>
        <span>{lesson ? `${lesson} · ${course}` : course}</span>
        <DateTime value={createdAt} />
        {heldBecause.map((reason) => (
          <Badge key={reason} tone={reason === 'reported' ? 'red' : 'amber'}>
            {reasonLabels[reason]}
          </Badge>
        ))}
        {heldBecause.length === 0 && <Badge tone="blue">Others see it</Badge>}
      </div>
      {repliesTo && <p className={styles.quoted}>{repliesTo}</p>}
      <p className={styles.text}>{text}</p>
      {reports.map((report) => (
        <div key={`${report.name} ${report.createdAt}`} className={styles.quiet}>
          Reported by {report.name}
          {report.reason && `: ${report.reason}`}
          {report.text !== text && <p className={styles.quoted}>{report.text}</p>}
        </div>
      ))}
      {heldUntil && (
        <p className={styles.quiet}>
          Every post of {author.name} is held until <DateTime value={heldUntil} />.
        </p>
      )}
      <div className={styles.acts}>
        <Button size="small" variant="quiet" aria-keyshortcuts="H" onPress={onHold}>
          Restrict author
        </Button>
        <Button size="small" aria-keyshortcuts="R" onPress={onRemove}>
          Remove
        </Button>
        <Button size="small" variant="primary" aria-keyshortcuts="A" isPending={isPending} onPress={onApprove}>
          Approve
        </Button>
      </div>
    </li>
  )
}
