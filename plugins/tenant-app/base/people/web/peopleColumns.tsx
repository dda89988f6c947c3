import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { listText } from '#core/contract/list-text.ts'
import { roleNames } from '#core/contract/roles.ts'
import { Avatar } from '#core/web/ui/display/Avatar.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime, RelativeTime } from '#core/web/ui/display/DateTime.tsx'
import { EmailAddress } from '#core/web/ui/display/EmailAddress.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import type { Person } from '../contract.ts'
import * as styles from './peopleColumns.css.ts'
import { nameOf, stateLabels } from './personLabels.ts'

export const peopleColumns: readonly Column<Person>[] = [
  {
    id: 'name',
    header: 'Name',
    isPrimary: true,
    cell: (person) => (
      <span className={styles.person}>
        <Avatar name={nameOf(person)} size="medium" />
        <PersonName className={styles.name} name={nameOf(person)} />
      </span>
    ),
  },
  {
    id: 'role',
    header: 'Role',
    cell: ({ role, children }) => (
      <span className={styles.role}>
        <span>{roleNames[role]}</span>
        {children.length > 0 && <span className={styles.children}>of {listText(children)}</span>}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, invitedUntil, letter }) => (
      <span className={styles.state}>
        <Badge tone={stateLabels[state].tone} hasDot>
          {stateLabels[state].label}
        </Badge>
        {state === 'invited' && invitedUntil !== null && (
          <span className={styles.muted}>
            {Date.parse(invitedUntil) < Date.now() ? 'expired ' : 'until '}
            <DateTime value={invitedUntil} show="date" />
          </span>
        )}
        {letter && (
          <span className={styles.muted}>
            Letter printed <DateTime value={letter.printedAt} show="date" />,{' '}
            {Date.parse(letter.expiresAt) < Date.now() ? 'expired ' : 'expires '}
            <DateTime value={letter.expiresAt} show="date" />
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    cell: ({ email, isBouncing }) =>
      email === null ? (
        <span className={styles.muted}>No email</span>
      ) : (
        <span className={styles.state}>
          <EmailAddress email={email} />
          {isBouncing && <Badge tone="red">Email bounces</Badge>}
        </span>
      ),
  },
  {
    id: 'lastLogin',
    header: 'Last login',
    cell: ({ lastLoginAt }) =>
      lastLoginAt ? <RelativeTime value={lastLoginAt} /> : <span className={styles.muted}>Never</span>,
  },
]
