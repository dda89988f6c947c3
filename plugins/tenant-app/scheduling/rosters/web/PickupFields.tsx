import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { useQuery } from '@tanstack/react-query'
import { UserRoundPlus } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Avatar } from '#core/web/ui/display/Avatar.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { FormCheckbox, FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'
import type { PickupPeople } from '../../../care/collectors/contract.ts'
import { findSimilar, judgePickup } from '../../../care/collectors/judge-pickup-contract.ts'
import { collectorsApi } from '../../../care/collectors/web/client.ts'
import { idKindOptions, type PickupForm } from './pickupForm.ts'
import * as styles from './pickup.css.ts'

/** Width of photos in pixels, one of the sizes that the server stores. */
const PHOTO_WIDTH_PX = 160

const NO_PEOPLE: PickupPeople = { allowed: [], barred: [] }

interface PickupFieldsProps {
  studentId: string
  /** Saved name; empty without one. */
  savedName: string
  /** Checks whether the adult may pick up the child, once a name is typed. */
  onNamed: (name: string) => void
}

/** Chooses who picks up the child: an authorized person, or another adult whose ID is checked. */
export function PickupFields({ studentId, savedName, onNamed }: PickupFieldsProps) {
  const { setValue } = useFormContext<PickupForm>()
  const [chosen, needsId] = useWatch<PickupForm, ['collectedBy', 'needsId']>({ name: ['collectedBy', 'needsId'] })
  const people = useQuery(collectorsApi.getPickupPeople({ params: { id: studentId } }))
  const { allowed: authorized, barred } = people.data ?? NO_PEOPLE
  const isListed = savedName === '' || authorized.some(({ name }) => name === savedName)
  const saved = { name: savedName, relationship: 'entered before', photoUrl: null }
  const choose = (name: string, isOther = false) => {
    setValue('collectedBy', name, { shouldDirty: true })
    setValue('needsId', isOther, { shouldDirty: true })
  }
  return (
    <>
      <div role="group" aria-label="Picked up by" className={styles.people}>
        <span className={styles.label}>Picked up by</span>
        {[...authorized, ...(isListed ? [] : [saved])].map((person) => {
          const similar = findSimilar(person, barred)
          const isChosen = !needsId && chosen === person.name
          return (
            <button
              key={`${person.name} ${person.relationship}`}
              type="button"
              className={styles.person}
              aria-pressed={isChosen}
              onClick={() => choose(isChosen ? '' : person.name)}
            >
              {person.photoUrl ? (
                <img src={`${person.photoUrl}?width=${PHOTO_WIDTH_PX}`} alt="" className={styles.photo} />
              ) : (
                <span className={styles.noPhoto}>
                  <Avatar name={person.name} size="large" />
                </span>
              )}
              <span className={styles.words}>
                <PersonName name={person.name} />
                {person.relationship && <span className={styles.relationship}>{person.relationship}</span>}
                {similar && <span className={styles.similar}>Looks like {similar.name}, who may not pick up</span>}
              </span>
            </button>
          )
        })}
        <button type="button" className={styles.person} aria-pressed={needsId} onClick={() => choose('', !needsId)}>
          <span className={styles.noPhoto}>
            <UserRoundPlus size={24} aria-hidden />
          </span>
          Another adult
        </button>
      </div>
      {needsId && <OtherAdultFields people={people.data ?? NO_PEOPLE} onNamed={onNamed} />}
    </>
  )
}

interface OtherAdultFieldsProps extends Pick<PickupFieldsProps, 'onNamed'> {
  people: PickupPeople
}

function OtherAdultFields({ people, onNamed }: OtherAdultFieldsProps) {
  const { value, onBlur, ...field } = useFormField('collectedBy')
  const name = typeof value === 'string' ? value : ''
  const { barred } = judgePickup(name, people)
  return (
    <>
      <TextField
        {...field}
        label="Name of the adult"
        value={name}
        onBlur={() => {
          onBlur()
          onNamed(name.trim())
        }}
      />
      {barred && <Banner tone="warn">Looks like {barred.name}, who may not pick up this child. Check an ID.</Banner>}
      <FormCheckbox name="isIdSeen" label="ID seen" />
      <FormSelect name="idKind" label="Kind of ID" options={idKindOptions} />
      <FormTextField
        name="reason"
        label="Reason"
        multiline
        help="Admins and the child’s guardians are notified at once. It is saved with this attendance record."
      />
    </>
  )
}
