import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { CopyButton } from '#core/web/ui/actions/CopyButton.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import type { OwnHandIn } from '../contract.ts'
import { handInsApi } from './client.ts'
import * as styles from './HandIn.css.ts'

interface TeamProps {
  lessonId: string
  team: NonNullable<OwnHandIn['team']>
  /** Nothing was submitted yet, so that another team can be joined. */
  isOpen: boolean
  onChange: (handIn: OwnHandIn) => void
}

/** Shows the members of a team: others join with a code, which the team shares. */
export function Team({ lessonId, team: { code, size, members }, isOpen, onChange }: TeamProps) {
  const [isLeaving, setLeaving] = useState(false)
  const params = { lessonId }
  return (
    <Card title="Your team" help={`Up to ${size} people. One of you submits for the team.`}>
      <Stack>
        {members.length > 1 && (
          <ul className={styles.list} aria-label="Members of your team">
            {members.map(({ id, name, isSelf }) => (
              <li key={id}>{isSelf ? `${name} (you)` : name}</li>
            ))}
          </ul>
        )}
        {members.length < size && code !== '' && (
          <div className={styles.bar}>
            <span>
              Share this code: <strong className={styles.code}>{formatCode(code)}</strong>
            </span>
            <CopyButton text={code} label="Copy code" />
          </div>
        )}
        {code === '' && <p className={styles.quiet}>Start writing to get a code that others can join with.</p>}
        {members.length > 1 ? (
          <div>
            <Button onPress={() => setLeaving(true)}>Leave team</Button>
          </div>
        ) : (
          isOpen && <JoinForm lessonId={lessonId} onChange={onChange} />
        )}
        <ConfirmDialog
          title="Leave your team?"
          confirmLabel="Leave team"
          isOpen={isLeaving}
          onOpenChange={setLeaving}
          onConfirm={async () => onChange(await handInsApi.leaveTeam.call({ params }))}
        >
          The team keeps its drafts and submissions. You start again on your own.
        </ConfirmDialog>
      </Stack>
    </Card>
  )
}

function JoinForm({ lessonId, onChange }: Pick<TeamProps, 'lessonId' | 'onChange'>) {
  const [typed, setTyped] = useState('')
  const join = useMutation(handInsApi.joinTeam.mutation({ onSuccess: onChange }))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    join.mutate({ params: { lessonId }, body: { code: typed } })
  }
  return (
    <form className={styles.join} onSubmit={submit}>
      <TextField
        label="Code of a team"
        help="Joining discards your own draft."
        value={typed}
        maxLength={20}
        autoComplete="off"
        onChange={setTyped}
        error={join.error ? (join.error.fields['code'] ?? errorText(join.error)) : undefined}
      />
      <div>
        <Button type="submit" isDisabled={typed.trim() === ''} isPending={join.isPending}>
          Join team
        </Button>
      </div>
    </form>
  )
}

const formatCode = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`
