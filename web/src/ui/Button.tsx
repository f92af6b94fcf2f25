import clsx from 'clsx';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

type Look = 'main' | 'plain' | 'quiet' | 'danger';

const LOOKS: Record<Look, string> = {
  main: 'bg-accent text-on-accent hover:brightness-110',
  plain: 'border border-control bg-surface text-ink hover:bg-raised',
  quiet: 'text-ink hover:bg-raised',
  danger: 'border border-failed bg-surface text-failed hover:bg-raised',
};

/** The look of a button, for links that are drawn as one. */
export function buttonLook(look: Look = 'plain', size: 'main' | 'small' = 'main'): string {
  return clsx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none',
    'transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55',
    size === 'main' ? 'h-9 px-3.5 text-body' : 'h-7 px-2.5 text-label',
    LOOKS[look],
  );
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  size?: 'main' | 'small';
  icon?: ReactNode;
  isBusy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Says the result of pressing it: "Stop and keep 1,204 pages". */
export function Button({
  look = 'plain',
  size = 'main',
  icon,
  isBusy = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={isBusy || undefined}
      {...rest}
      disabled={rest.disabled || isBusy}
      className={clsx(buttonLook(look, size), isBusy && 'breathe', className)}
    >
      {icon}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** The action: read aloud, and shown on hover. */
  label: string;
  icon: ReactNode;
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={clsx(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-raised hover:text-ink',
        className,
      )}
    >
      {icon}
    </button>
  );
}
