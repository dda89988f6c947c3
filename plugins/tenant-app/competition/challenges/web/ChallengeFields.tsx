import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormNumberField, FormSelect, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { ProjectField } from '../../../base/projects/web/ProjectField.tsx'
import { difficultyLabels } from '../../../shared/web/difficultyLabels.ts'
import { difficultyLevels, type Challenge } from '../contract.ts'
import { JudgingFields } from './JudgingFields.tsx'
import { SessionField, useAllSessions } from '../../../scheduling/sessions/web/SessionField.tsx'

interface ChallengeFieldsProps {
  /** Initial values of the form. */
  known?: (Pick<Challenge, 'sessionName' | 'projectTitle'> & Partial<Pick<Challenge, 'judges'>>) | undefined
  /** True if students were scored, so that the maximum is fixed. */
  isScored?: boolean
  /** True if a judge has scored, so that the criteria are fixed. */
  isJudged?: boolean
}

/** Fields of a new or existing challenge; the names are the contract's. */
export function ChallengeFields({ known, isScored = false, isJudged = false }: ChallengeFieldsProps) {
  return (
    <>
      <FormTextField name="title" label="Title" autoFocus />
      <FormTextField name="description" label="Description" isOptional multiline />
      <FormTextField name="instructions" label="Instructions" isOptional multiline />
      <FieldRow>
        <SessionField sessionName={known?.sessionName} sessions={useAllSessions()} />
        <ProjectField projectTitle={known?.projectTitle} />
      </FieldRow>
      <FieldRow>
        <FormNumberField
          name="maxScore"
          label="Max score"
          minValue={1}
          isDisabled={isScored}
          help={isScored ? 'There are scores already. Duplicate the challenge to score it differently.' : undefined}
        />
        <FormNumberField
          name="timeLimit"
          label="Time limit"
          minValue={1}
          placeholder="No limit"
          help="In minutes; leave empty for no limit"
        />
      </FieldRow>
      <FormSelect
        name="difficultyLevel"
        label="Difficulty"
        options={difficultyLevels.map((id) => ({ id, label: difficultyLabels[id].label }))}
      />
      <JudgingFields judges={known?.judges ?? []} isJudged={isJudged} />
      <FormSwitch name="isActive" label="Active" />
    </>
  )
}
