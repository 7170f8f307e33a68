import { Command } from 'commander';

export function mcpCommand(): Command {
  return new Command('mcp')
    .description(
      'offer the running engine to an agent as tools (Model Context Protocol), over standard input and output',
    )
    .addHelpText(
      'after',
      '\nThe agent has the rights of its key: OVERTURE_API_KEY, else the key in the home. See docs/agents.md.',
    )
    .action(async () => {
      // Nothing else loads the SDK.
      const { runMcp } = await import('../../mcp/run-mcp.ts');
      await runMcp();
    });
}
