"""The rulebook: all clauses of the five documents, their citations and the findings."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import games
from croupier.nouns.money import Odds
from croupier.rules import rulebook
from croupier.rules.rulebook import CitationError, Rulebook, RulebookError, diff, documents, load
from croupier.rules.shelf import unshelve

COUNTS = {
    ("red-dog", "ma"): 54,
    ("double-down-stud", "ma"): 67,
    ("double-cross-poker", "ma"): 111,
    ("double-cross-poker", "nj"): 111,
    ("winners-pot-poker", "ma"): 122,
}
MA_ID = re.compile(r"[1-9]\d?(\([a-z]\)(\([1-9]\d?\)(\([ivx]+\))?)?|:[A-Z][a-z' -]+)?")
NJ_ID = re.compile(r"25\.[1-9]\d?(\([a-z]\)([1-9]\d?([ivx]+)?)?|:[A-Z][a-z' -]+)?")
KINDS = (
    "decision dealing definition equipment irregularity licensee-option payout payout-limit"
    " recordkeeping reveal settlement shuffle-cut signage/notice supervision table-opening wager"
)
ACTORS = {"casino supervisor", "dealer", "device", "floorperson", "licensee", "n/a", "player"}
READINGS = {
    "X-02": "entire-round unsettled-only",
    "X-14": "cumulative simultaneous",
    "X-16": "strict broad",
    "X-22": "stop literal",
    "D-02": "raises five-card-hand all-wagers",
    "D-03": "standard top-card-only category-only",
    "D-07": "counts does-not-count",
    "D-08": "flush straight-flush",
    "D-09": "not-all-same all-different",
    "D-11": "far near",
    "D-13": "seat-order simultaneous",
    "D-20": "push-all push-ante-only",
    "D-21": "void correct",
    "D-27": "void-if-dealer-or-board play-on",
    "R-01": "ten-card-margin refuse",
    "R-08": "play-one-more reshuffle-now",
    "R-09": "one two",
    "R-14": "fixed enhanceable",
    "R-16": "open frozen",
    "S-16": "hand wager",
    "S-22": "any-time deal-only",
    "W-01": "button far-left",
    "W-02": "first-player first-position",
    "W-07": "misdeal void-hand",
    "W-10": "continue void-round",
    "W-11": "pay-or-return pay-or-collect",
    "W-13": "evaluate-short lose",
    "W-17": "pot winnings",
    "W-18": "once per-player",
    "W-19": "literal waive",
    "W-20": "players-from-button house",
    "W-23": "cap-shared literal-full-max",
    "W-28": "notional-plus-1 physical-plus-1",
}
RULED_IN = {
    "red-dog": "R-01 R-08 R-09 R-14 R-16",
    "double-down-stud": "S-16 S-22 X-14",
    "double-cross-poker": "D-02 D-03 D-07 D-08 D-09 D-11 D-13 D-20 D-21 D-27"
    " X-02 X-14 X-16 X-22 X-28",
    "winners-pot-poker": "W-01 W-02 W-07 W-10 W-11 W-13 W-17 W-18 W-19 W-20 W-23 W-28"
    " X-02 X-14 X-16 X-22 X-28",
}


@pytest.fixture(params=list(COUNTS), ids=".".join)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return load(*request.param)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Path]:
    """Return a folder beside the package's own in which games are looked for."""
    games.shelve(tmp_path)
    yield tmp_path
    unshelve(tmp_path)
    rulebook.forget()


def test_documents_are_found_by_looking() -> None:
    assert documents() == sorted(COUNTS)
    assert sum(len(load(*document).clauses) for document in documents()) == 465


def test_every_clause_is_there_and_well_formed(book: Rulebook) -> None:
    grammar = NJ_ID if book.state == "nj" else MA_ID
    assert len(book.clauses) == len(book.citations) == COUNTS[book.game, book.state]
    assert book.document == f"{book.game}.{book.state}"
    for id, clause in book.clauses.items():
        assert id == clause.id == book.cite(clause.catalogue)
        assert grammar.fullmatch(id), id
        assert MA_ID.fullmatch(clause.catalogue), clause.catalogue
        assert clause.kind in KINDS.split()
        assert set(clause.actor.split("; ")) <= ACTORS
        for text in (clause.summary, clause.held_by, clause.reason):
            assert not re.search(r"[{}]|  |\s$", text), (id, text)
        assert clause.summary.endswith(".") and clause.held_by.endswith("."), id


def test_a_clause_without_a_test_says_why(book: Rulebook) -> None:
    for clause in book.clauses.values():
        assert clause.coverage in ("tested", "physical", "administrative")
        assert bool(clause.reason) == (clause.coverage != "tested"), clause.id


def test_parents_come_before_their_parts(book: Rulebook) -> None:
    seen: set[str] = set()
    for id in book.citations:
        parent = re.sub(r"\([^()]+\)$", "", id)
        assert parent == id or "(" not in parent or parent in seen, id
        seen.add(id)


def test_both_forms_of_every_id_lead_to_the_clause(book: Rulebook) -> None:
    for clause in book.clauses.values():
        for typed in (
            clause.id,
            clause.catalogue,
            clause.id.upper(),
            re.sub(r"[()]", "", clause.id),
        ):
            assert book.clause(typed) is clause


@pytest.mark.parametrize(
    ("ma", "nj"),
    [
        ("1", "25.1"),
        ("1:Ante", "25.1:Ante"),
        ("2(a)", "25.2(a)"),
        ("10(g)(3)", "25.10(g)3"),
        ("5(b)(10)", "25.5(b)10"),
        ("4(c)(1)(ii)", "25.4(c)1ii"),
        ("8(b)(2)(i)", "25.8(b)2i"),
    ],
)
def test_new_jersey_ids_are_formatted_from_the_catalogue(ma: str, nj: str) -> None:
    book = load("double-cross-poker", "nj")
    assert book.cite(ma) == nj
    assert book.clause(nj).catalogue == ma


def test_new_jersey_ids_lead_back_to_the_catalogue() -> None:
    """Undo the form by hand: drop the section's prefix, put the levels in parentheses again."""
    for ma, nj in load("double-cross-poker", "nj").citations.items():
        back = nj.removeprefix("25.")
        if ":" not in back:
            back = re.sub(r"(\([a-z]\))(\d+)", r"\1(\2)", back)
            back = re.sub(r"\)([ivx]+)$", r")(\1)", back)
        assert back == ma


def test_texts_cite_in_their_documents_form() -> None:
    ma, nj = load("double-cross-poker"), load("double-cross-poker", "nj")
    assert "205 CMR 146.48" in ma.clause("2(a)").summary
    assert "N.J.A.C. 19:46-1.17" in nj.clause("2(a)").summary
    assert " 10(g)(1) " in ma.findings["D-17"].ruling
    assert " 25.10(g)1 " in nj.findings["D-17"].ruling
    assert ma.clause("1:Rank").held_by == "Hands are compared by Section 5 alone."
    assert nj.clause("1:Rank").held_by == "Hands are compared by 25.5 alone."
    for clause in nj.clauses.values():
        assert not re.search(r"205 CMR|Section|\(\d+\)", clause.summary + clause.held_by), clause.id


def test_what_the_data_cite_exists(book: Rulebook) -> None:
    rules = [a.rule for a in book.announcements.values()] + [b.rule for b in book.bounds.values()]
    for rule in [*rules, *book.odds_rules.values()]:
        assert book.cite(rule) in book.clauses
    used = "".join(text["summary"] for text in book.texts.values())
    assert {name for name in book.outside if f"{{{name}}}" not in used} == set()


def test_announcements_in_the_documents_words() -> None:
    said = {key: a.text for key, a in load("red-dog").announcements.items() if a.prescribed}
    assert said == {
        "consecutive": "The cards are Consecutive tie hand",
        "pair": "We have a pair",
        "three-of-a-kind": "Three of a kind",
        "no-three-of-a-kind": "No three of a kind tie hand",
        "raises-closed": "Raises closed",
    }
    for game, rules in {
        "double-down-stud": {"manual-shoe": "8(a)(1)", "shuffler": "8(a)(2)(iv)", "again": "8(e)"},
        "double-cross-poker": {
            "manual-shoe": "7(b)",
            "hand": "8(b)(3)",
            "automated-shoe": "9(b)(2)",
        },
        "winners-pot-poker": {
            "manual-shoe": "7(b)",
            "hand": "8(b)(3)",
            "automated-shoe": "9(b)(2)",
        },
    }.items():
        calls = {k: a for k, a in load(game).announcements.items() if a.text == "No more bets"}
        assert {k.removeprefix("no-more-bets-"): a.rule for k, a in calls.items()} == rules
        assert all(a.prescribed for a in calls.values())


@pytest.mark.parametrize(
    ("game", "wager", "rule", "odds"),
    [
        ("red-dog", "spread", "5(i)(2)", "5 4 2 1"),
        ("red-dog", "three-of-a-kind", "5(f)(1)", "11"),
        ("double-down-stud", "hand", "10(b)", "1000 100 25 10 8 5 3 2 1"),
        ("double-cross-poker", "raise", "11(b)", "300 50 15 7 6 5 3 3/2 1 1"),
        ("double-cross-poker", "three-card", "11(c)", "40 30 6 4 1"),
        ("winners-pot-poker", "jacks-plus", "11(b)", "400 80 50 30 15 10 7 3 1"),
    ],
)
def test_least_odds(game: str, wager: str, rule: str, odds: str) -> None:
    book = load(game)
    assert " ".join(str(o.ratio) for o in book.least_odds[wager].values()) == odds
    assert book.odds_rules[wager] == rule


def test_odds_are_named_by_hand_or_spread() -> None:
    assert list(load("red-dog").least_odds["spread"]) == ["1", "2", "3", "4-11"]
    assert list(load("red-dog").least_odds["three-of-a-kind"]) == [""]
    five = (
        "royal-flush straight-flush four-of-a-kind full-house"
        " flush straight three-of-a-kind two-pair"
    )
    jacks = [*five.split(), "pair-of-jacks-or-better"]
    cross = load("double-cross-poker")
    assert list(load("double-down-stud").least_odds["hand"]) == jacks
    assert list(load("winners-pot-poker").least_odds["jacks-plus"]) == jacks
    assert list(cross.least_odds["raise"]) == [*five.split(), "pair", "high-card"]
    three = "straight-flush three-of-a-kind straight flush pair"
    assert list(cross.least_odds["three-card"]) == three.split()
    assert cross.fixed_odds == {"ante": Odds(1)} and cross.odds_rules["ante"] == "10(g)(3)"


def test_bounds_in_whole_numbers_and_cents() -> None:
    side = load("double-cross-poker").bounds["three-card"]
    assert (side.least, side.most, side.unit, side.rule) == (100, 10_000, "cents", "6(d)")
    assert load("double-cross-poker").bounds["payout-limit"].least == 6_000_000
    assert load("double-down-stud").bounds["payout-limit"].least == 10_000_000
    assert load("winners-pot-poker").bounds["jacks-plus-limit"].least == 5_000_000
    assert load("winners-pot-poker").bounds["commission"].most == 10
    assert load("winners-pot-poker").bounds["count-every"].most == 5


def test_every_finding_resolves_and_says_something() -> None:
    findings = rulebook.find_findings()
    numbers = {"R": 30, "S": 34, "D": 40, "N": 9, "W": 42, "X": 35, "Z": 4}
    assert set(findings) == {
        f"{letter}-{n:02d}" for letter, most in numbers.items() for n in range(1, most + 1)
    }
    for finding in findings.values():
        assert finding.severity in ("H", "M", "L")
        assert finding.clauses and finding.issue.endswith(".") and finding.ruling.endswith("."), (
            finding.id
        )
        for game, clauses in finding.clauses.items():
            assert clauses and set(clauses) <= set(load(game).citations), (finding.id, clauses)


def test_findings_of_a_book_concern_its_game(book: Rulebook) -> None:
    letters = {
        "red-dog": "R",
        "double-down-stud": "S",
        "double-cross-poker": "DN",
        "winners-pot-poker": "W",
    }
    assert {id[0] for id in book.findings} == {*letters[book.game], "X", "Z"}
    assert all(book.game in finding.clauses for finding in book.findings.values())


def test_findings_on_a_clause_are_found_by_either_form() -> None:
    nj = load("double-cross-poker", "nj")
    assert [f.id for f in nj.findings_on("25.5(c)3")] == ["D-07", "D-08", "D-09"]
    assert nj.findings_on("5(c)(3)") == nj.findings_on("25.5(c)3")


def test_readings_of_every_ruling_default_first() -> None:
    findings = rulebook.find_findings()
    assert {f.id: " ".join(f.readings) for f in findings.values() if f.readings} == READINGS
    assert all(findings[id].alternative for id in READINGS)
    bounded = {f.id: (f.default, f.bounds) for f in findings.values() if f.bounded}
    assert bounded == {"X-28": (42, (10, 51))}


def test_rulings_that_each_game_knows(book: Rulebook) -> None:
    ruled = sorted(f.id for f in book.findings.values() if f.readings or f.bounded)
    assert ruled == RULED_IN[book.game].split()


def test_unknown_clauses_games_and_states_are_named_with_the_nearest() -> None:
    with pytest.raises(
        CitationError, match=r"^Red Dog \(MA\) has no clause '5\(i\)\(4\)'; did you mean 5\(i\)"
    ):
        load("red-dog").cite("5(i)(4)")
    with pytest.raises(
        CitationError,
        match=r"^Double Cross Poker \(NJ\) has no clause '25\.10\(g\)4'; did you mean 25",
    ):
        load("double-cross-poker", "nj").clause("25.10(g)4")
    with pytest.raises(CitationError, match=r"has no clause 'the weather'$"):
        load("red-dog").clause("the weather")
    with pytest.raises(
        RulebookError, match=r"^unknown game 'red-dgo': there are .*; did you mean red-dog\?$"
    ):
        load("red-dgo")
    with pytest.raises(RulebookError, match=r"^red-dog has no rulebook 'nj': there is ma$"):
        load("red-dog", "nj")


def test_a_citation_in_another_documents_form_is_refused() -> None:
    with pytest.raises(CitationError):
        load("double-cross-poker", "nj").cite("25.10(g)3")
    with pytest.raises(CitationError):
        load("double-cross-poker").clause("25.10(g)3")


def test_what_differs_between_massachusetts_and_new_jersey() -> None:
    rows = diff("double-cross-poker", "ma", "nj")
    by_topic = {
        topic: [r for r in rows if r.topic == topic]
        for topic in ("numbering", "citation", "wording")
    }
    (numbering,) = by_topic["numbering"]
    assert len(numbering.clauses) == 111
    assert numbering.texts == ("4(c)(1)(i)", "25.4(c)1i")
    cited = {row.texts: row.clauses for row in by_topic["citation"]}
    assert cited["205 CMR 146.48", "N.J.A.C. 19:46-1.17"] == ("2(a)",)
    assert cited["205 CMR 146.50", "N.J.A.C. 19:46-1.18(r)"] == ("4(a)", "4(b)(2)")
    assert cited["205 CMR 147.03", "N.J.A.C. 19:47-8.3"] == ("11(d)",)
    findings = load("double-cross-poker").findings
    worded = {row.finding for row in by_topic["wording"]}
    assert worded == {"N-01", "N-02", "N-03", "N-06", "N-07", "N-08"}
    assert {row.finding for row in rows} | {"N-09"} == {id for id in findings if id.startswith("N")}
    for row in by_topic["wording"]:
        assert row.clauses == findings[row.finding].clauses["double-cross-poker"]
    assert set(findings["N-04"].clauses["double-cross-poker"]) == {
        clause for row in by_topic["citation"] for clause in row.clauses
    }


def test_only_the_listed_clauses_are_worded_differently() -> None:
    ma, nj = load("double-cross-poker"), load("double-cross-poker", "nj")
    changed = tuple(id for id in ma.texts if ma.texts[id] != nj.texts[id])
    assert changed == ma.findings["N-01"].clauses["double-cross-poker"]
    assert ma.least_odds == nj.least_odds and ma.bounds == nj.bounds
    assert ma.announcements == nj.announcements


def test_a_difference_can_be_read_from_either_side() -> None:
    there, back = diff("double-cross-poker", "ma", "nj"), diff("double-cross-poker", "nj", "ma")
    assert [row.texts for row in back] == [row.texts[::-1] for row in there]
    assert diff("double-cross-poker", "nj", "nj") == diff("red-dog", "ma", "ma") == []


def test_a_fifth_game_is_one_more_folder(shelf: Path) -> None:
    room = shelf / "high_card"
    room.mkdir()
    for state in ("ma", "pa"):
        (room / f"rules.{state}.toml").write_text(
            f'document = "high-card.{state}"\n'
            'title = "High Card"\nstate = "Somewhere"\nversion = 1\n'
            '[[clause]]\nid = "1(a)"\nsummary = "The higher card wins."\nkind = "settlement"\n'
            'actor = "dealer"\nheld_by = "It does."\ncoverage = "tested"\n'
        )
    assert ("high-card", "ma") in documents()
    assert load("high-card").clause("1(a)").summary == "The higher card wins."
    assert load("high-card").findings == {}
    with pytest.raises(
        RulebookError, match=r"^high-card\.ma and high-card\.pa do not share a catalogue$"
    ):
        diff("high-card", "ma", "pa")


def test_a_document_that_cannot_be_read_says_where(shelf: Path) -> None:
    room = shelf / "high_card"
    room.mkdir()
    (room / "rules.ma.toml").write_text("document =\n")
    with pytest.raises(RulebookError, match=r"^high-card\.ma: .*line 1"):
        load("high-card")
    (room / "rules.nj.toml").write_text(
        'document = "high-card.nj"\ntitle = "High Card"\nstate = "New Jersey"\nversion = 1\n'
        '[[clause]]\nid = "1(a)"\ncolour = "red"\n'
    )
    with pytest.raises(RulebookError, match=r"^high-card\.nj 1\(a\): .*colour"):
        load("high-card", "nj")


def test_a_rulebook_is_loaded_once_and_shows_itself() -> None:
    assert load("red-dog") is load("red-dog")
    assert repr(load("red-dog")) == "<Rulebook red-dog.ma: 54 clauses>"


def test_reading_the_rules_loads_neither_games_nor_libraries() -> None:
    code = (
        "import sys; from croupier.rules import rulebook; "
        "rulebook.load('red-dog'); print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"msgspec", "numpy", "rich", "croupier.games", "croupier.stage.events"} & set(loaded)


def test_two_documents_that_are_numbered_alike_differ_in_words_only(
    tmp_path: Path,
) -> None:
    """Compare New Jersey's text after giving it the catalogue's numbers and citations."""
    home = Path(rulebook.__file__).parent.parent / "games" / "double_cross_poker"
    twin = tmp_path / "twin"
    twin.mkdir()
    for state in ("ma", "nj"):
        text = (home / f"rules.{state}.toml").read_text("utf-8")
        text = text.replace("double-cross-poker", "twin")
        if state == "nj":
            text = re.sub(r"(?m)^form = .*\n", "", text)
            text = re.sub(r"(?s)\[outside\]\n.*?\n\n", "", text, count=1)
        (twin / f"rules.{state}.toml").write_text(text, "utf-8")
    (twin / "findings.toml").write_text((home / "findings.toml").read_text("utf-8"), "utf-8")
    games.shelve(tmp_path)
    try:
        kinds = {row.topic for row in diff("twin", "ma", "nj")}
    finally:
        unshelve(tmp_path)
        rulebook.forget()
    assert kinds == {"wording"}
    assert {row.topic for row in diff("double-cross-poker", "ma", "nj")} == {
        "numbering",
        "citation",
        "wording",
    }
