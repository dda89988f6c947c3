import type { ReactNode, Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import type { ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { composeRenderProps } from 'react-aria-components/composeRenderProps'
import * as styles from './Button.css.ts'
import type { ButtonSize, ButtonVariant } from './Button.tsx'
import { Spinner } from '../feedback/Spinner.tsx'

export interface IconButtonProps extends Omit<AriaButtonProps, 'children' | 'aria-label'> {
  /** Name of the action, for screen readers and under the pointer. */
  label: string
  /** The icon, 16 px. */
  children: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  ref?: Ref<HTMLButtonElement>
}

/** A square button with an icon and a label that is not shown. */
export function IconButton({ label, variant = 'quiet', size = 'medium', children, ...props }: IconButtonProps) {
  const own = [styles.base, styles.size[size], styles.square[size], styles.variant[variant]]
  return (
    <AriaButton
      {...props}
      aria-label={label}
      className={composeRenderProps(props.className, (className) => [...own, className].filter(Boolean).join(' '))}
    >
      {({ isPending }) => (isPending ? <Spinner /> : children)}
    </AriaButton>
  )
}
