import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Checkbox } from '#core/web/ui/fields/Checkbox.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { judgePickup } from '../../../care/collectors/judge-pickup-contract.ts'
import { MIN_BARRED_REASON_LENGTH, type Door, type DoorChild } from '../contract.ts'
import * as styles from './door.css.ts'
import type { Release } from './release.ts'

interface OtherAdultFormProps {
  door: Door
  child: DoorChild
  onRelease: Release
}

/**
 * Asks for another adult's name and what a release to them needs. The name is judged here by the list, before the server
 * judges it with telephone numbers as well.
 */
export function OtherAdultForm({ door, child, onRelease }: OtherAdultFormProps) {
  const { firstName } = child
  const [name, setName] = useState('')
  const [isIdSeen, setIdSeen] = useState(false)
  const [calledName, setCalledName] = useState('')
  const [reason, setReason] = useState('')
  const [isRefused, setRefused] = useState(false)
  const { verdict, allowed, barred } = judgePickup(name, child)
  const isBarred = verdict === 'barred' || isRefused
  const mayRelease = isBarred ? door.mayReleaseBarred : door.mayReleaseUnlisted
  const isListed = verdict === 'allowed' && !isBarred
  const isComplete = isBarred
    ? reason.length >= MIN_BARRED_REASON_LENGTH
    : isIdSeen && reason !== '' && (door.mayReleaseBarred || calledName !== '')
  const submit = async () => {
    const outcome = await onRelease({ kind: 'other', personId: null, name }, { isIdSeen, calledName, reason })
    setRefused(outcome?.isBarred ?? false)
  }
  return (
    <div className={styles.stack} role="group" aria-label="Someone else">
      <TextField
        label="Name of the adult"
        value={name}
        onChange={(typed) => {
          setName(typed)
          setRefused(false)
        }}
      />
      {isBarred && (
        <Banner tone="error" title={`Do not release ${firstName}`}>
          {barred ? `${barred.name} may not pick up ${firstName}.` : `This person may not pick up ${firstName}.`}{' '}
          {barred?.hasProtectionOrder && 'Protection order: call 911.'}
        </Banner>
      )}
      {!isBarred && barred && (
        <Banner tone="warn">
          Looks like {barred.name}, who may not pick up {firstName}. Check an ID.
        </Banner>
      )}
      {isListed && <Banner tone="success">{allowed?.name} is on the list.</Banner>}
      {!isListed && name !== '' && !mayRelease && (
        <Banner tone="warn">
          {isBarred
            ? 'Only an admin with a connection can decide this.'
            : 'Not on the list. Ask an admin with a connection.'}
        </Banner>
      )}
      {!isListed && mayRelease && (
        <>
          {!isBarred && (
            <>
              <Checkbox label="ID seen" isSelected={isIdSeen} onChange={setIdSeen} />
              <TextField
                label="Guardian you reached by phone"
                value={calledName}
                onChange={setCalledName}
                isOptional={door.mayReleaseBarred}
              />
            </>
          )}
          <TextField
            label={isBarred ? 'Reason to release anyway' : 'Reason'}
            multiline
            value={reason}
            onChange={setReason}
            help={
              isBarred
                ? `At least ${MIN_BARRED_REASON_LENGTH} characters. Every admin is notified.`
                : 'Admins and the child’s guardians are notified at once.'
            }
          />
        </>
      )}
      <Button
        variant={isBarred ? 'danger' : 'primary'}
        isDisabled={name.trim() === '' || (!isListed && !(mayRelease && isComplete))}
        onPress={() => void submit()}
      >
        {isBarred ? 'Release anyway' : `Release ${firstName}`}
      </Button>
    </div>
  )
}
