import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { FormArrayField } from '#core/web/ui/forms/FormArrayField.tsx'
import { FormComboBox, FormNumberField, FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useDebounced } from '#core/web/ui/lists/searchText.ts'
import { peopleApi } from '../../../base/people/web/client.ts'
import type { Challenge } from '../contract.ts'
import { MAX_CRITERIA, MAX_CRITERION_POINTS, MAX_JUDGES, resultKinds } from '../judging-contract.ts'
import * as styles from './JudgingFields.css.ts'
import { resultLabels } from './challengeLabels.ts'

/** Maximum number of options per search. */
const MAX_OPTIONS = 20

interface JudgingFieldsProps {
  /** Selected judges. */
  judges: Challenge['judges']
  /** True if a judge has scored, so that judges can only be removed. */
  isJudged: boolean
}

/** Edits judges, criteria and the method of the result; the names are the contract's. */
export function JudgingFields({ judges, isJudged }: JudgingFieldsProps) {
  const judgeIds = (useWatch({ name: 'judgeIds' }) as (string | null)[] | undefined) ?? []
  return (
    <>
      <FormArrayField
        name="judgeIds"
        label="Judges"
        one="judge"
        empty={null}
        none="None: staff enter one score. Judges score separately, and the result appears once all of them have scored."
        max={MAX_JUDGES}
      >
        {(item) => <JudgeField {...item} judges={judges} />}
      </FormArrayField>
      {isJudged && (
        <p className={styles.note}>
          Judges have already scored, so the criteria and the result cannot change. Removing a judge removes their
          scores. Duplicate the challenge to judge it differently.
        </p>
      )}
      {judgeIds.length > 0 && !isJudged && (
        <>
          <FormArrayField
            name="criteria"
            label={`Criteria, each scored 0 to ${MAX_CRITERION_POINTS}, and its weight`}
            one="criterion"
            empty={{ name: '', weight: 1 }}
            none="Add at least one criterion."
            max={MAX_CRITERIA}
          >
            {(item) => (
              <div className={styles.criterion}>
                <FormTextField
                  name={`${item.name}.name`}
                  label={item.label}
                  isLabelHidden
                  placeholder="Criteria"
                  autoFocus={item.autoFocus}
                  autoComplete="off"
                />
                <FormNumberField
                  name={`${item.name}.weight`}
                  label={`Weight of ${item.label.toLowerCase()}`}
                  isLabelHidden
                  minValue={1}
                  maxValue={100}
                />
              </div>
            )}
          </FormArrayField>
          <FormSelect
            name="resultBy"
            label="Result"
            help="With fewer than three judges nothing is left out."
            options={resultKinds.map((id) => ({ id, label: resultLabels[id] }))}
          />
        </>
      )}
    </>
  )
}

interface JudgeFieldProps {
  name: string
  label: string
  autoFocus: boolean
  judges: Challenge['judges']
}

function JudgeField({ name, label, autoFocus, judges }: JudgeFieldProps) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const value = useWatch({ name }) as string | null | undefined
  const people = useQuery({
    ...peopleApi.listInstructors({ query: { search: search || undefined, limit: MAX_OPTIONS } }),
    placeholderData: keepPreviousData,
  })
  const found = people.data ?? []
  // Selected judges keep their names during later searches.
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const known = judges.find(({ id }) => id === value)?.name ?? (value ? names[value] : undefined)
  const chosen = found.find(({ id }) => id === value)
  if (chosen && names[chosen.id] === undefined) setNames({ ...names, [chosen.id]: chosen.name })
  return (
    <FormComboBox
      name={name}
      label={label}
      isLabelHidden
      autoFocus={autoFocus}
      placeholder="Search instructors and admins"
      emptyText="No people found"
      options={found.map(({ id, ...person }) => ({ id, label: person.name, description: person.email }))}
      {...(known !== undefined && { selectedLabel: known })}
      onInputChange={setText}
      isLoading={people.isFetching}
    />
  )
}
