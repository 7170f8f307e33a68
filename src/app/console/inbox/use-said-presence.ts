import { useCallback, useEffect, useRef, useState } from 'react';
import type { ResultOf } from '../../api-client/asked.ts';
import { client } from '../data/client.ts';

type Present = ResultOf<'getPresence'>['people'];

/** Wall milliseconds; the server believes it for 20 s. */
const SAID_EVERY = 10_000;

/**
 * Says that somebody reads here, and that they write while they type, so that no sequence sends meanwhile; and who else does.
 * `isWriting`: the server has heard of it, and holds the sequences.
 */
export function useSaidPresence(id: string) {
  const typedAt = useRef(0);
  const saidWriting = useRef(0);
  const [people, setPeople] = useState<Present>([]);
  const [isWriting, setWriting] = useState(false);
  const say = useCallback(async () => {
    if (document.hidden) return;
    const status = Date.now() - typedAt.current < SAID_EVERY ? 'writing' : 'reading';
    if (status === 'writing') saidWriting.current = Date.now();
    // Whoever is away says it again in a moment; the message itself is what counts.
    const said = await client.sayPresence({ params: { id }, body: { status } }).catch(() => null);
    if (said === null) return;
    setPeople(said.people);
    setWriting(status === 'writing');
  }, [id]);
  useEffect(() => {
    void say();
    const timer = setInterval(() => void say(), SAID_EVERY);
    return () => clearInterval(timer);
  }, [say]);
  const noteTyping = () => {
    typedAt.current = Date.now();
    if (Date.now() - saidWriting.current > SAID_EVERY / 2) void say();
  };
  return { people: people.filter(({ own }) => !own), isWriting, noteTyping };
}
