import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { Switch } from '#core/web/ui/fields/Switch.tsx'
import { wholeNumbers } from '#core/web/ui/fields/typedNumber.ts'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { feedbackRules, gradedFeedbackRules, keptScores, timeEnds, type QuizDetails } from '../quiz-contract.ts'
import { feedbackLabels, keptScoreLabels, toOptions, timeEndLabels } from './quizLabels.ts'

interface QuizSettingsProps {
  details: QuizDetails
  /** True if its score counts: no answer is shown before it is submitted. */
  isGraded: boolean
  onChange: (details: QuizDetails) => void
  errors: Readonly<Record<string, string>>
}

/** Edits the settings of a quiz: attempts, time, order, feedback. */
export function QuizSettings({ details, isGraded, onChange, errors }: QuizSettingsProps) {
  const set = (change: Partial<QuizDetails>) => onChange({ ...details, ...change })
  return (
    <>
      <FieldRow>
        <NumberField
          formatOptions={wholeNumbers}
          label="Pass mark (%)"
          help="0 = any submission passes."
          minValue={0}
          maxValue={100}
          value={details.passPercent}
          onChange={(value) => set({ passPercent: value ?? 0 })}
          error={errors.passPercent}
        />
        <NumberField
          formatOptions={wholeNumbers}
          label="Attempts"
          isOptional
          help="Leave empty for no limit."
          minValue={1}
          maxValue={100}
          value={details.attempts}
          onChange={(attempts) => set({ attempts })}
          error={errors.attempts}
        />
      </FieldRow>
      {details.attempts !== 1 && (
        <FieldRow>
          <NumberField
            formatOptions={wholeNumbers}
            label="Minutes between attempts"
            minValue={0}
            maxValue={10_080}
            value={details.waitMinutes}
            onChange={(value) => set({ waitMinutes: value ?? 0 })}
            error={errors.waitMinutes}
          />
          <Select
            label="Score used"
            options={toOptions(keptScoreLabels, keptScores)}
            value={details.keptScore}
            onChange={(keptScore) => set({ keptScore })}
          />
        </FieldRow>
      )}
      <FieldRow>
        <NumberField
          formatOptions={wholeNumbers}
          label="Time limit (minutes)"
          isOptional
          help="Leave empty for no limit."
          minValue={1}
          maxValue={1440}
          value={details.timeLimit}
          onChange={(timeLimit) => set({ timeLimit })}
          error={errors.timeLimit}
        />
        {details.timeLimit !== null && (
          <Select
            label="When the time is over"
            options={toOptions(timeEndLabels, timeEnds)}
            value={details.timeEnd}
            onChange={(timeEnd) => set({ timeEnd })}
          />
        )}
      </FieldRow>
      {details.timeLimit !== null && details.timeEnd === 'grace' && (
        <NumberField
          formatOptions={wholeNumbers}
          label="Minutes to submit it"
          minValue={1}
          maxValue={60}
          value={details.graceMinutes}
          onChange={(value) => set({ graceMinutes: value ?? 1 })}
          error={errors.graceMinutes}
        />
      )}
      <Select
        label="Right answers and feedback are shown"
        options={toOptions(feedbackLabels, isGraded ? gradedFeedbackRules : feedbackRules)}
        value={details.feedback}
        onChange={(feedback) => set({ feedback })}
        error={errors.feedback}
      />
      <Switch
        label="Shuffle questions"
        isSelected={details.shufflesQuestions}
        onChange={(shufflesQuestions) => set({ shufflesQuestions })}
      />
      <Switch
        label="Shuffle answers"
        isSelected={details.shufflesOptions}
        onChange={(shufflesOptions) => set({ shufflesOptions })}
      />
      <Switch
        label="One question on a page"
        isSelected={details.isOnePerPage}
        onChange={(isOnePerPage) => set({ isOnePerPage })}
      />
      {details.isOnePerPage && (
        <Switch label="Allow going back" isSelected={details.canGoBack} onChange={(canGoBack) => set({ canGoBack })} />
      )}
    </>
  )
}
