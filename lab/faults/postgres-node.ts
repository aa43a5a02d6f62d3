import { openNode, type PostgresNode } from '../../tests/support/postgres.ts';

/**
 * PostgreSQL cannot be given port 0. Below the ports that Linux gives to outgoing connections, which could take
 * one while its node is down.
 */
const firstPort = 21_000;
const mostTries = 100;

/** Creates a node and starts it on the first port that it can bind. `folder` is postgresFolder's. */
export async function startNode(
  folder: string,
  name: string,
  settings: Record<string, string | number> = {},
): Promise<PostgresNode> {
  openNode(folder, name, firstPort).create(settings);
  for (let tries = 1; ; tries += 1) {
    const node = openNode(folder, name, firstPort + tries);
    try {
      await node.start();
      // Whoever answers may be the one that has the port.
      const [row] = await node.query('show data_directory');
      if (row?.data_directory === node.data) return node;
    } catch (error) {
      if (tries === mostTries) throw error;
    }
  }
}
