import { vi } from 'vitest';

type Command = (
  parameters: string[],
  readEnvironment: () => Record<string, string | undefined>,
) => number | Promise<number>;

/** Runs a command of server/commands in this process, with these settings alone. */
export async function runCommand(command: Command, env: Record<string, string>, ...parameters: string[]) {
  const said = vi.spyOn(console, 'log').mockReturnValue();
  const complained = vi.spyOn(console, 'error').mockReturnValue();
  const textOf = ({ mock }: typeof said) => mock.calls.map((line) => `${line.join(' ')}\n`).join('');
  try {
    const code = await command(parameters, () => env);
    return { code, said: textOf(said), complaint: textOf(complained) };
  } finally {
    said.mockRestore();
    complained.mockRestore();
  }
}
