"""Certificates: the journal's note proves them, and tells nothing once they are erased."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
import pytest_asyncio
import sqlalchemy as sa

from croupier.chair.certificate import CHAIN, Certificate, Paper, check, read
from croupier.chair.programme import EXAM, paper_of, sat_in
from croupier.chair.progress import (
    CERTIFICATES,
    DETAILS,
    SITTINGS,
    Progress,
    Standing,
    open_progress,
)
from croupier.chair.sitting import Level, Sitting
from croupier.journal import Journal, JournalError, chain_file, open_journal
from croupier.journal.database import ENTRIES, DatabaseStore
from croupier.journal.entry import TABLE, TakenError, chained
from croupier.nouns.canonical import encode
from croupier.nouns.reasons import MalformedError
from croupier.rules import rulebook
from tests.chair.helpers import course, do_right
from tests.chair.test_server import pass_exam
from tests.cli.driver import croupier
from tests.postgres import Postgres
from tests.server.visitors import House, running

BOOK = rulebook.load("red-dog")
ANN = "p-00000000000000aa"
NEW = Standing({}, ())


@dataclass
class Kept:
    """A passed exam in a journal of its own."""

    file: Path
    progress: Progress
    paper: Paper
    certificate: Certificate

    def journal(self) -> Journal:
        return open_journal(self.file)

    @property
    def number(self) -> str:
        return self.paper.number


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    file = tmp_path / "journal.db"
    sitting = Sitting(course(), Level.EXAM)
    do_right(sitting)
    sat = sat_in(EXAM, sitting)
    paper = paper_of(BOOK, sat, ANN, NEW)
    with open_progress(file) as progress:
        assert progress.certify("Ann", BOOK.document, sat, sitting.learnt, paper).verified
        found = progress.find(sat.certificate)
        assert found is not None and found.certificate is not None
        yield Kept(file, progress, paper, found.certificate)


def test_a_certificate_names_what_was_examined(kept: Kept) -> None:
    walked = course()
    assert kept.certificate.paper == kept.paper
    assert kept.paper.clauses == tuple(dict.fromkeys(m.item for m in walked.moments))
    assert kept.paper.kinds == tuple(dict.fromkeys(m.move.verb for m in walked.moments))
    assert (kept.paper.right, kept.paper.steps) == (len(walked), len(walked))
    assert (kept.paper.document, kept.paper.rules) == ("red-dog.ma", BOOK.digest)


def test_the_note_holds_a_pseudonym_and_a_digest_and_no_more(kept: Kept) -> None:
    with kept.journal() as journal:
        (entry,) = journal.store.since(CHAIN, 1)
        assert journal.verify().verified
    noted = json.loads(entry.payload)
    assert noted["what"] == "certificate"
    digest = kept.certificate.digest
    named = sha256(kept.number.encode()).hexdigest()
    assert noted["details"] == {"certificate": named, "person": ANN, "digest": digest}
    assert kept.number not in str(noted), "the number opens the certificate to anybody"
    salted = [
        msgspec.structs.replace(kept.certificate, salt=salt).digest for salt in ("00" * 32, "")
    ]
    assert digest not in salted, "without the salt nobody can compare a guess with the digest"


CHANGES: list[dict[str, Any]] = [
    {"right": 1},
    {"person": "p-00000000000000bb"},
    {"document": "red-dog.nj"},
    {"ended": "2020-01-01T00:00:00+00:00"},
    {"clauses": ("5(c)",)},
    {"kinds": ("deal",)},
    {"rules": "0" * 64},
    {"earlier": 4},
    {"number": "AAAA-AAAA-AAAA-AAAA"},
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: next(iter(change)))
def test_a_certificate_that_was_tampered_with_fails(kept: Kept, change: dict[str, Any]) -> None:
    paper = msgspec.structs.replace(kept.paper, **change)
    forged = msgspec.structs.replace(kept.certificate, paper=paper)
    with kept.journal() as journal:
        assert check(kept.certificate, journal.store).verified
        found = check(forged, journal.store)
    assert not found.verified and found.words.startswith("not verified: ")


@pytest.mark.parametrize("at", [0, -1, 2, 2**63, 2**70])
def test_a_note_that_is_not_there_is_not_found(kept: Kept, at: int) -> None:
    moved = msgspec.structs.replace(kept.certificate, entry=at)
    with kept.journal() as journal:
        words = check(moved, journal.store).words
        other = check(msgspec.structs.replace(kept.certificate, chain="door"), journal.store)
    assert words == f"not verified: the journal has no entry {at} of chain certificates"
    assert not other.verified


def test_a_note_that_was_rewritten_is_found(kept: Kept) -> None:
    """Somebody who can write the database changes the certificate, and its note to match."""
    better = msgspec.structs.replace(kept.paper, right=kept.paper.right - 1)
    forged = msgspec.structs.replace(kept.certificate, paper=better)
    with open_journal(kept.file, create=True) as journal:
        store = journal.store
        assert isinstance(store, DatabaseStore)
        (entry,) = store.since(CHAIN, 1)
        payload = entry.payload.replace(kept.certificate.digest.encode(), forged.digest.encode())
        journal.write(CHAIN, [(0, TABLE, b'{"time":"","what":"other"}')])
        change(store, ENTRIES.update().where(ENTRIES.c.number == 1).values(payload=payload))
        assert check(forged, store).words.endswith("entry 1 of chain certificates has been changed")
        again = chained(CHAIN, journal.tail("none"), [(0, TABLE, payload)])[0]
        change(store, ENTRIES.update().where(ENTRIES.c.number == 1).values(hash=again.hash))
        assert not check(forged, store).verified, "the entry after it does not follow any more"
        assert not journal.verify().verified
        second = msgspec.structs.replace(kept.certificate, entry=2)
        assert "is not the note of this certificate" in check(second, store).words
        change(store, ENTRIES.update().where(ENTRIES.c.number == 2).values(payload=b"[]"))


def change(store: DatabaseStore, statement: sa.Update) -> None:
    with store.engine.begin() as connection:
        assert connection.execute(statement).rowcount == 1


def test_an_erased_certificate_leaves_a_note_about_nobody(kept: Kept) -> None:
    kept.progress.erase("Ann")
    assert kept.progress.find(kept.number) is None
    with kept.progress.engine.connect() as connection:
        for table in (SITTINGS, DETAILS, CERTIFICATES):
            assert connection.execute(sa.select(table)).all() == []
    with kept.journal() as journal:
        assert journal.verify().verified and len(list(journal.store.since(CHAIN, 1))) == 1


def test_progress_without_a_journal_says_that_nothing_is_noted(kept: Kept) -> None:
    sitting = Sitting(course(), Level.EXAM)
    do_right(sitting)
    sat = sat_in(EXAM, sitting)
    plain = Progress(kept.progress.engine)
    paper = paper_of(BOOK, sat, ANN, NEW)
    noted = plain.certify("Ben", BOOK.document, sat, sitting.learnt, paper)
    assert noted.words == "not recorded in a journal"
    found = plain.find(sat.certificate)
    assert found is not None and found.certificate is None


def test_a_note_goes_behind_those_of_a_server_that_writes_meanwhile(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(course(), Level.EXAM)
    do_right(sitting)
    sat = sat_in(EXAM, sitting)
    append = DatabaseStore.append
    others = iter((1, 2))

    def beside(store: DatabaseStore, entries: Any, *more: Any) -> None:
        if next(others, None):
            with kept.journal() as journal:
                note = (0, TABLE, b'{"time":"","what":"other"}')
                append(store, chained(CHAIN, journal.tail(CHAIN), [note]))
        append(store, entries, *more)

    monkeypatch.setattr(DatabaseStore, "append", beside)
    paper = paper_of(BOOK, sat, ANN, NEW)
    noted = kept.progress.certify("Ben", BOOK.document, sat, sitting.learnt, paper)
    assert noted.verified and noted.entry == 4
    assert len(kept.progress.standing("Ben", BOOK.document).sittings) == 1
    others = iter(range(1, 10))
    with pytest.raises(TakenError):
        kept.progress.certify("Eve", BOOK.document, sat, sitting.learnt, paper)
    assert kept.progress.standing("Eve", BOOK.document).sittings == ()


# --- offline --------------------------------------------------------------------------------------


def test_a_file_is_read_back_and_other_files_are_refused(kept: Kept) -> None:
    assert read(encode(kept.certificate)) == kept.certificate
    plain = kept.certificate.as_dict()
    for wrong in (b"", b"{}", b"[1]", encode({**plain, "more": 1}), encode({**plain, "salt": "x"})):
        with pytest.raises(MalformedError, match="this is not a certificate"):
            read(wrong)
    with pytest.raises(MalformedError, match="too long"):
        read(b" " * 300_000)


def test_anybody_can_check_a_file_against_an_exported_chain(kept: Kept, tmp_path: Path) -> None:
    paper, chain = tmp_path / "certificate.json", tmp_path / "chain.jsonl"
    at = ("--database", kept.file)
    shown = croupier("certificate", kept.number, *at, "--out", paper)
    assert shown.code == 0 and shown.out.endswith(
        "verified: the journal holds it, entry 1 of chain certificates\n"
    )
    assert "red-dog.ma, version 2" in shown.out and "paying" in shown.out
    assert croupier("journal", "export", "--chain", CHAIN, *at, "--out", chain).code == 0
    kept.file.unlink()
    offline = croupier("certificate", paper, "--chain", chain, "--json")
    assert offline.code == 0 and offline.document["verification"]["verified"]
    assert read(paper.read_bytes()) == kept.certificate
    paper.write_text(paper.read_text("utf-8").replace('"right": ', '"right": 1'), "utf-8")
    forged = croupier("certificate", paper, "--chain", chain)
    assert forged.code == 1 and "is not the one that entry 1" in forged.err
    chain.write_text(chain.read_text("utf-8").replace(ANN, "p-00000000000000bb"), "utf-8")
    broken = croupier("certificate", paper, "--chain", chain)
    assert broken.code == 1 and "does not match its hash" in broken.err


def test_what_cannot_be_checked_is_one_clear_line(kept: Kept, tmp_path: Path) -> None:
    at = ("--database", kept.file)
    no_chain = croupier("certificate", kept.number, *at, "--chain", tmp_path / "none")
    for run, code, words in (
        (croupier("certificate", "AAAA-AAAA-AAAA-AAAA", *at), 1, "there is no such certificate"),
        (croupier("certificate", tmp_path / "none", *at), 2, "cannot be read"),
        (croupier("certificate", kept.number, "--database", tmp_path / "x"), 2, "no journal"),
        (no_chain, 2, "cannot be read"),
        (croupier("journal", "export", "--chain", "none", *at), 1, "there is no chain 'none'"),
    ):
        assert (run.code, run.out) == (code, "") and words in run.err
    assert not (tmp_path / "x").exists()


def test_an_exported_chain_is_one_json_line_for_each_entry(kept: Kept) -> None:
    with kept.journal() as journal:
        entries = list(journal.store.since(CHAIN, 1))
    text = chain_file.write(entries)
    assert chain_file.read(text) == entries and text.count("\n") == 1
    printed = croupier("journal", "export", "--chain", CHAIN, "--database", kept.file)
    assert printed.out == text
    told = croupier("journal", "export", "--chain", CHAIN, "--database", kept.file, "--json")
    assert told.document == {"chain": CHAIN, "entries": 1, "head": entries[0].hash.hex()}
    with pytest.raises(JournalError, match="not an exported chain"):
        chain_file.read("{}\n")


# --- over HTTP ------------------------------------------------------------------------------------


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with running(tmp_path) as served:
        yield served


def verified(house: House) -> bool:
    return house.hall.journal.verify().verified


@pytest.mark.asyncio
async def test_a_passed_exam_is_noted_and_verified_until_it_is_erased(house: House) -> None:
    ann = await house.guest("Ann")
    person = (await ann.get("/api/me"))["person"]
    number = (await pass_exam(ann, "red-dog", wrong=2))["certificate"]
    path = f"/api/chair/certificates/{number}"
    shown = await house.public.get(path)
    assert shown["verification"] == {
        "verified": True,
        "words": "verified: the journal holds it, entry 1 of chain certificates",
        "chain": CHAIN,
        "entry": 1,
    }
    file = await house.public.http.get(f"{path}/file")
    assert file.headers["content-disposition"].endswith(f'certificate-{number}.json"')
    certificate = read(file.content)
    assert certificate.paper.person == person and certificate.paper.right == shown["right"]
    assert {row["title"] for row in shown["kinds"]} >= {"dealing", "paying", "announcing"}
    assert not shown["revised"] and b"Ann" not in file.content
    await ann.delete("/api/me")
    await house.public.get(f"{path}/file", 404)
    gone = await house.public.get(path, 404)
    assert gone["error"]["message"].startswith("there is no such certificate")
    assert verified(house)
    (entry,) = house.hall.journal.store.since(CHAIN, 1)
    assert b"Ann" not in entry.payload and b"red-dog" not in entry.payload


@pytest.mark.asyncio
async def test_what_was_changed_in_the_database_is_shown_as_not_verified(house: House) -> None:
    ann = await house.guest()
    number = (await pass_exam(ann, "red-dog", wrong=2))["certificate"]
    path = f"/api/chair/certificates/{number}"
    shown = await house.public.get(path)
    certificate = read((await house.public.http.get(f"{path}/file")).content)
    better = msgspec.structs.replace(certificate.paper, right=certificate.paper.steps)
    forged = encode(msgspec.structs.replace(certificate, paper=better))
    await house.hall.committer.run(
        lambda c: c.execute(CERTIFICATES.update().values(certificate=forged))
    )
    told = (await house.public.get(path))["verification"]
    assert not told["verified"] and told["words"].startswith("not verified: the certificate is not")
    await house.hall.committer.run(lambda c: c.execute(CERTIFICATES.delete()))
    old = await house.public.get(path)
    assert old["verification"]["words"] == "not recorded in a journal"
    await house.public.get(f"{path}/file", 404)
    assert old["right"] == shown["right"] and old["kinds"] == []


@pytest.mark.asyncio
async def test_the_note_is_written_with_the_exam_or_not_at_all(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process writes to the chain meanwhile; and a commit that fails leaves nothing."""
    commit = house.hall.committer.commit
    refusals = iter((TakenError("taken"), None, JournalError("the disk is full")))

    async def refusing(entries: Any = (), also: Any = (), **more: Any) -> None:
        refusal = next(refusals, None) if entries else None
        if refusal is not None:
            raise refusal
        await commit(entries, also, **more)

    monkeypatch.setattr(house.hall.committer, "commit", refusing)
    ann = await house.guest()
    assert (await pass_exam(ann, "red-dog"))["certificate"]
    with pytest.raises(AssertionError):
        await pass_exam(ann, "red-dog")
    listed = await ann.get("/api/chair/red-dog")
    assert listed["sittings"] == 1 and len(listed["exams"]) == 1
    assert len(list(house.hall.journal.store.since(CHAIN, 1))) == 1 and verified(house)


@pytest.mark.postgres
@pytest.mark.asyncio
async def test_two_processes_write_one_chain(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    async with running(url, data=tmp_path) as one, running(url, data=tmp_path) as other:
        ann, ben = await one.guest("Ann"), await other.guest("Ben")
        ended = await asyncio.gather(
            *(pass_exam(visitor, "red-dog") for visitor in (ann, ben, await one.guest("Cay")))
        )
        shown = [
            await other.public.get(f"/api/chair/certificates/{picture['certificate']}")
            for picture in ended
        ]
        assert all(one["verification"]["verified"] for one in shown)
        assert sorted(one["verification"]["entry"] for one in shown) == [1, 2, 3]
        assert verified(one)
        rows = (await other.floor.get("/api/floor/dealers"))["dealers"]
        assert [row["passed"] for row in rows] == [1, 1, 1]


@pytest.mark.asyncio
async def test_results_are_for_the_person_and_the_floor(house: House) -> None:
    ann, ben = await house.guest("Ann"), await house.guest("Ben")
    number = (await pass_exam(ann, "red-dog", wrong=2))["certificate"]
    own = await ann.get("/api/chair/red-dog/results", days=30)
    assert own["name"] == "Ann" and own["days"] == 30 and own["clauses"][0]["percent"] < 100
    assert own["sittings"][0]["certificate"] == number
    other = await ann.get("/api/chair/double-cross-poker/results")
    assert other["sittings"] == [] and own["latest"] == other["latest"]
    assert own["latest"] == {"game": "red-dog", "rulebook": "ma"}
    person = own["person"]
    path = "/api/chair/red-dog/results"
    assert (await house.floor.get(path, person=person))["right"] == own["right"]
    assert (await ann.get(path, person=person))["right"] == own["right"]
    await ben.get(path, 403, person=person)
    await house.public.get(path, 401)
    await house.floor.get(path, 404, person="p-0123456789abcdef")
    await house.floor.get(path, 422, person="Ann")
    await ann.get(path, 422, days=0)
    nothing = await ben.get(path)
    assert nothing["sittings"] == [] and nothing["latest"] is None


@pytest.mark.asyncio
async def test_the_floor_lists_who_has_sat_in_the_chair(house: House) -> None:
    ann = await house.guest("Ann")
    number = (await pass_exam(ann, "red-dog", wrong=2))["certificate"]
    issued = await house.admin.post("/api/tokens", 201, role="dealer", name="Deb")
    deb = house.visitor(issued["token"])
    picture = await deb.post("/api/chair", 201, game="red-dog", what="drill", questions=3)
    given = await deb.post(
        f"/api/chair/sittings/{picture['sitting']}/answers", 200, at=0, figure="1"
    )
    await deb.post(f"/api/chair/sittings/{given['picture']['sitting']}/leave")
    rows = {row["name"]: row for row in (await house.floor.get("/api/floor/dealers"))["dealers"]}
    assert set(rows) == {"Ann", "Deb"}
    assert rows["Ann"]["certificate"] == number and rows["Ann"]["passed"] == 1
    assert not rows["Ann"]["dealer"] and rows["Deb"]["dealer"]
    assert (rows["Deb"]["answered"], rows["Deb"]["right"], rows["Deb"]["sittings"]) == (1, 0, 1)
    assert rows["Ann"]["percent"] == 96 and rows["Ann"]["answered"] == 55
    await ann.get("/api/floor/dealers", 403)
    await deb.get("/api/floor/dealers", 403)
    await ann.delete("/api/me")
    left = (await house.floor.get("/api/floor/dealers"))["dealers"]
    assert [row["name"] for row in left] == ["Deb"]
